/** Reads the cookies of `Set-Cookie` headers by name, as a browser sends them back. */
export const readCookies = (headers: readonly string[]) =>
  new Map(headers.map((line) => line.split(';')[0]?.split('=') as [string, string]));
