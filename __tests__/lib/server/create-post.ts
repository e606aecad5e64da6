import { SITE } from './settings';

/** Creates a post of JSON or a text, from our own page unless `headers` say otherwise. */
export const createPost = (
  path: string,
  body: unknown,
  headers: Record<string, string> = { origin: SITE },
  more: RequestInit = {},
) =>
  new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    ...more,
  });
