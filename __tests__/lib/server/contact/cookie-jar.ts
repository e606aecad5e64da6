/** The cookies of these `Set-Cookie` headers by name, as a browser sends them back. */
export const cookieJar = (headers: readonly string[]) =>
  new Map(headers.map((line) => line.split(';')[0]?.split('=') as [string, string]));
