/** `cut`: close the connection without a response. */
export type Answer = 'cut' | { status: number; type: string; body: string };

const STATUS_NAMES: Record<number, string> = {
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

/** The hosted service's error; `message` is a text, an array of texts or an object. */
export function refuse(status: number, message: unknown): Answer {
  return json(status, { message, error: STATUS_NAMES[status], statusCode: status });
}

/** The hosted service's error for a key of the wrong kind. */
export const wrongKey = () =>
  refuse(
    401,
    'Invalid Key. Hot tip, you may be using the private key instead of the public key, ' +
      'or vice versa.',
  );
