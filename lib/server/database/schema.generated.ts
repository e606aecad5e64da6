// Written from the migrations by `npm run db:migration`.
export type Tables = {
  alerts: {
    attempts: number;
    created_at: string;
    dedupe: string;
    due_at: string;
    facts: NonNullable<unknown>;
    id: string;
    kind: string;
    sent: string[];
    sent_at: string | null;
    subject: string | null;
  };
  call_days: { calls: number; cost: number; day: string; personal: boolean; seconds: number };
  call_switch: { calls_on: boolean; one_row: boolean };
  calls: {
    assistant_id: string | null;
    call_id: string | null;
    caller: string | null;
    checked_at: string | null;
    control_url: string | null;
    cost: number | null;
    created_at: string;
    ends_by: string;
    id: string;
    left_at: string | null;
    personal: boolean;
    prospect_id: string | null;
    reported_at: string | null;
    seconds: number | null;
    state: string;
  };
  decisionMakers: {
    call_id: string | null;
    call_rating: number | null;
    call_seconds: number | null;
    called_at: string | null;
    code: string | null;
    company_name: string | null;
    contact_name: string | null;
    created_at: string;
    id: string;
    language: string;
    period_start: string;
    renewed_at: string | null;
    used_at: string | null;
    vapi_assistant_id: string;
    variables: NonNullable<unknown>;
    visited_at: string | null;
  };
  funnel_counts: {
    count: number;
    day: string;
    detail: string;
    device: string;
    entry: string;
    event: string;
    language: string;
    page: string;
  };
  rate_limits: { expires_at: string; hits: number; key: string };
  retention: { jobs_at: string | null; months: number; one_row: boolean; purged_at: string | null };
  strategy_sessions: {
    created_at: string;
    email: string;
    handled_at: string | null;
    id: string;
    idempotency_key: string | null;
    message: string | null;
    service_type: string;
    source: string;
    suspected_spam: boolean;
  };
};
export type Functions = {
  alert_prospect: {
    Args: { kind: string | null; prospect: string | null; facts: unknown; occasion: string | null };
    Returns: undefined;
  };
  check_write: { Args: Record<never, never>; Returns: boolean | null };
  claim_alert: {
    Args: { channels: string[] | null };
    Returns: {
      id: string | null;
      kind: string | null;
      subject: string | null;
      facts: unknown;
      missing: string[] | null;
      address: string | null;
    }[];
  };
  claim_jobs: { Args: Record<never, never>; Returns: boolean | null };
  count_event: {
    Args: {
      page: string | null;
      language: string | null;
      device: string | null;
      entry: string | null;
      event: string | null;
      detail: string | null;
    };
    Returns: undefined;
  };
  database_report: { Args: Record<never, never>; Returns: unknown };
  end_call: {
    Args: { id: string | null };
    Returns: { call_id: string | null; control_url: string | null }[];
  };
  find_prospect: {
    Args: { assistant_id: string | null; link: unknown };
    Returns: Tables['decisionMakers'][];
  };
  mailbox_of: { Args: { email: string | null }; Returns: string | null };
  purge_expired: { Args: { months?: number | null }; Returns: unknown };
  read_funnel: {
    Args: { since: string | null };
    Returns: {
      event: string | null;
      detail: string | null;
      page: string | null;
      count: number | null;
    }[];
  };
  record_prospect_call: {
    Args: {
      id: string | null;
      length: number | null;
      ended: string | null;
      rating: number | null;
      should_alert: boolean | null;
    };
    Returns: boolean | null;
  };
  record_prospect_input: {
    Args: { assistant_id: string | null; link: unknown; should_alert: boolean | null };
    Returns: undefined;
  };
  settle_alert: {
    Args: {
      id: string | null;
      taken: string[] | null;
      again: boolean | null;
      seconds?: number | null;
    };
    Returns: undefined;
  };
  settle_call: {
    Args: {
      id: string | null;
      fate: string | null;
      call_id?: string | null;
      control_url?: string | null;
      seconds?: number | null;
      cost?: number | null;
    };
    Returns: boolean | null;
  };
  take_call: {
    Args: {
      id: string | null;
      assistant_id: string | null;
      caller: string | null;
      link: unknown;
      ours: boolean | null;
      max_seconds: number | null;
      budgets: unknown;
    };
    Returns: unknown;
  };
  take_rate_limits: { Args: { takes: unknown }; Returns: number | null };
  tend_alerts: {
    Args: { summary?: boolean | null; moment?: string | null };
    Returns: number | null;
  };
  weekly_summary: { Args: { monday: string | null }; Returns: unknown };
  write_alert: {
    Args: { kind: string | null; subject: string | null; facts: unknown; dedupe: string | null };
    Returns: undefined;
  };
};
