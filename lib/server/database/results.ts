import type { Functions, Tables } from './schema.generated';

export type CallHandle = Pick<Tables['calls'], 'call_id' | 'control_url'>;

/** Why a call is refused (`take_call`): the budget that is spent, or another reason. */
export type RefusalReason =
  'address_hour' | 'address_day' | 'day' | 'at_once' | 'assistant' | 'off' | 'used' | 'unknown';

/** What became of a counted call (`settle_call`). */
export type CallFate = 'created' | 'refused' | 'unknown' | 'missing' | 'over';

export type Channel = 'webhook' | 'mail' | 'visitor';

export const ALERT_KINDS = [
  'request',
  'suspected',
  'overdue',
  'expiring',
  'calls-failing',
  'calls-budget',
  'site-failing',
  'prospect-visited',
  'prospect-called',
  'weekly-summary',
  'purge-failed',
  'acknowledgement',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The values in an alert's message. They must not say who a person is. */
export type AlertFacts = Readonly<Record<string, string | number | boolean>>;

/** `subject`: the id of the request or prospect; `address`: the visitor's email. */
export type ClaimedAlert = {
  id: string;
  kind: AlertKind;
  subject: string | null;
  facts: AlertFacts;
  missing: Channel[];
  address: string | null;
};

/** What the schema does not say: closed lists, shapes of JSON, and no nulls. */
type NarrowResults = {
  take_call: { refusal?: RefusalReason | null; prospect?: Tables['decisionMakers'] | null };
  claim_alert: ClaimedAlert[];
  /** Null while another server purges. `failed`: the error code of each table that failed. */
  purge_expired: { failed: Record<string, string> } | null;
  weekly_summary: AlertFacts;
  read_funnel: Pick<Tables['funnel_counts'], 'event' | 'detail' | 'page' | 'count'>[];
};

export type FunctionResult<Name extends keyof Functions> = Name extends keyof NarrowResults
  ? NarrowResults[Name]
  : NonNullable<Functions[Name]['Returns']>;
