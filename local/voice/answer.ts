/** `cut`: close the connection without a response. */
export type HttpReply = 'cut' | { status: number; type: string; body: string };

const STATUS_NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
};

export function createJsonReply(status: number, body: unknown): HttpReply {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** The hosted service's error; `message` is a text, an array of texts or an object. */
export function createErrorReply(status: number, message: unknown): HttpReply {
  return createJsonReply(status, { message, error: STATUS_NAMES[status], statusCode: status });
}

/** The hosted service's error for a key of the wrong kind. */
export const createWrongKeyReply = () =>
  createErrorReply(
    401,
    'Invalid Key. Hot tip, you may be using the private key instead of the public key, ' +
      'or vice versa.',
  );
