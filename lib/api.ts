import type { EndReason } from './analytics/events';

/** Nobody reads a sentence of these. */
const SILENT_STATUS = {
  unauthorised: 401,
  call_refused: 401,
  unknown_assistant: 404,
  calls_spent: 429,
  calls_busy: 429,
  provider_rejected: 502,
  provider_quota: 502,
  provider_failed: 502,
  calls_off: 503,
  not_configured: 503,
} as const;

/** HTTP statuses by error code (docs/behaviour.md, section 8). */
export const ERROR_STATUS = {
  malformed: 400,
  forbidden: 403,
  method: 405,
  duplicate: 409,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  ...SILENT_STATUS,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
/** Codes with a sentence in `lib/content/contact-en.ts`. */
export type SpokenErrorCode = Exclude<ErrorCode, keyof typeof SILENT_STATUS>;

/** Whether nothing is wrong with the request, so that a visitor is offered our mail address. */
export const isOurFault = (error: string) => error === 'unavailable' || error === 'internal';

/** `POST /api/contact` */
export type ContactResponse = { service_type: string; booking_url: string | undefined };

/** What a page knows of its prospect, by a short link or by a long one. */
export type LinkFacts =
  | Readonly<{ code: string | null; contact_name?: never }>
  | Readonly<{ contact_name?: string | null; company_name?: string | null }>;

/** `POST /api/visit`. `tracked` is false when no prospect has the link, or for a bot. */
export type VisitResponse = { tracked: boolean; bot?: true };

/** `GET /api/call`. `refusal` says why no call can be made now. */
export type CallConfigResponse =
  | { configured: false }
  | {
      configured: true;
      refusal: ErrorCode | null;
      maxSeconds: number;
      assistantId: string | null;
      callMachineUrl: string | null;
    };

/**
 * `POST /api/call`. `id`: a random UUID, used once; whoever knows it can end and rate the call.
 * `link`: only from a personal page.
 */
export type CallRequest = { id: string; assistantId: string; link?: LinkFacts | undefined };

/** The answer: what the voice SDK needs to join the call. */
export type WebCall = {
  webCallUrl: string;
  transport?: { callToken?: string | null | undefined } | null | undefined;
};

/** Of a call that was live. `rating`: 1 to 5, as soon as the visitor has rated it. */
export type CallOutcome = { seconds: number; reason: EndReason; rating?: number | undefined };

/** `POST /api/call/end`. It may be sent again, also with a rating. */
export type CallEndRequest = { id: string; outcome?: CallOutcome | undefined };

/** Any failure. `fields` has one message per field; `step` names the failed step of a visit. */
export type ErrorResponse = {
  error: ErrorCode;
  message?: string | undefined;
  fields?: Readonly<Record<string, string>> | undefined;
  step?: 'lookup' | 'update' | undefined;
};

/** A response body before validation: known keys with values of any type. */
export type Unchecked<Body> = { [Key in Body extends unknown ? keyof Body : never]?: unknown };

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
