import 'server-only';

type Level = 'debug' | 'info' | 'warn' | 'error';
/** Facts about the event: codes, counts, durations. Nothing a visitor typed, no address, no key. */
type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

const write = (level: Level) => (facts: Facts, message: string) =>
  console.log(JSON.stringify({ level, time: new Date().toISOString(), msg: message, ...facts }));

/** One JSON object per line on standard output. */
export const log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
};
