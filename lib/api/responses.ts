import type { ErrorCode } from './errors';

// The bodies of our API's responses, for the handlers that send them and the code that reads them.

/** `POST /api/contact` */
export type ContactResponse = { service_type: string; booking_url: string | undefined };

/** `POST /api/visit`. `tracked` is false when no prospect has the assistant, or for a bot. */
export type VisitResponse = { tracked: boolean; bot?: true };

/** `GET /api/call-config`. `refusal` says why no call can be made now. */
export type CallConfigResponse =
  | { configured: false }
  | {
      configured: true;
      refusal: ErrorCode | null;
      maxSeconds: number;
      assistantId: string | null;
      callMachineUrl: string | null;
    };

/** `POST /api/call/ticket` */
export type CallTicketResponse = { ticket: string; lifetimeSeconds: number };

/** Any failure. `fields` has one message per field; `step` names the failed step of a visit. */
export type ErrorResponse = {
  error: ErrorCode;
  message?: string | undefined;
  fields?: Readonly<Record<string, string>> | undefined;
  step?: 'lookup' | 'update' | undefined;
};

/** A response body before validation: known keys with values of any type. */
export type Unchecked<Body> = { [Key in Body extends unknown ? keyof Body : never]?: unknown };
