/** Posts JSON to our own server. */
export function postJson(
  path: `/api/${string}`,
  body: unknown,
  options: Pick<RequestInit, 'keepalive' | 'signal'>,
): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...options,
  });
}
