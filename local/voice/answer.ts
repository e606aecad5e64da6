/** An HTTP answer, or `cut`: close the connection without one. */
export type Answer = 'cut' | { status: number; type: string; body: string };

const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
};

export function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** A refusal as the hosted service words it; `message` is a text, an array of texts or an object. */
export function refuse(status: number, message: unknown): Answer {
  return json(status, { message, error: names[status], statusCode: status });
}

/** The hosted service's sentence for every key that does not open the route. */
export const wrongKey = () =>
  refuse(
    401,
    'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
  );
