/** Writes a line as `lib/server/log` does, which only Next's half of the site can import. */
export const writeLog = (
  level: 'info' | 'warn',
  facts: Record<string, string | number>,
  message: string,
) => console.log(JSON.stringify({ level, ...facts, msg: message }));
