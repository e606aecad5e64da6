import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientAddress } from './client-address';
import { env } from './env';
import { log } from './log';
import { database } from './supabase';

const MINUTE = 60;
const SHARED_MS = 2000;
const FREE_RETRIES = { points: 5, duration: 10 * MINUTE };

/** At most `points` requests per `seconds`, for each address, e-mail, or (overall) for all together. */
const RULES = {
  'contact per address': { points: 20, seconds: 10 * MINUTE },
  'contact per email': { points: 10, seconds: 60 * MINUTE },
  'contact overall': { points: 600, seconds: MINUTE },
  'visit per address': { points: 60, seconds: MINUTE },
  'visit overall': { points: 600, seconds: MINUTE },
  'call per address': { points: 60, seconds: MINUTE },
  'call overall': { points: 600, seconds: MINUTE },
} as const;

type Rule = keyof typeof RULES;

/** One thing to count: a rule and whom it counts. */
export type Take = { rule: Rule; who: string };

/** What a request counts for: its address, or all requests together where the address is unknown. */
export function takeFor(what: 'contact' | 'visit' | 'call', request: Request): Take {
  const address = clientAddress(request);
  return address
    ? { rule: `${what} per address`, who: address }
    : { rule: `${what} overall`, who: '' };
}

const memory = Object.fromEntries(
  Object.entries(RULES).map(([rule, { points, seconds }]) => [
    rule,
    new RateLimiterMemory({ keyPrefix: rule, points, duration: seconds }),
  ]),
) as Record<Rule, RateLimiterMemory>;
const retries = new RateLimiterMemory({ keyPrefix: 'retry', ...FREE_RETRIES });

/**
 * Counts a request in the memory of this process, for every one of `takes` until one refuses.
 * `submission` (or null) names a filled form: its retries are free at first, for they are no new request.
 * Returns how many seconds to wait; 0 lets the request pass.
 */
export async function guard(takes: readonly Take[], submission: string | null): Promise<number> {
  for (const take of takes) {
    const again = submission && hash(take, submission);
    if (
      again &&
      ((await retries.get(again))?.consumedPoints ?? FREE_RETRIES.points) < FREE_RETRIES.points
    ) {
      await retries.consume(again);
      continue;
    }
    // Stryker disable next-line ArrowFunction: undefined says as well as null that nobody refused
    const refused = await memory[take.rule].consume(hash(take)).then(() => null, refusal);
    if (refused) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    // Stryker disable next-line ConditionalExpression: without a form this would set what nobody reads
    if (again) await retries.set(again, 1, FREE_RETRIES.duration);
  }
  return 0;
}

/**
 * The same count in the database, shared by all instances. A database that cannot tell refuses nobody:
 * the guard in memory still does. Never throws.
 */
export async function guardShared(
  takes: readonly Take[],
  submission: string | null,
  signal: AbortSignal,
): Promise<number> {
  const rows = takes.map((take) => ({
    key: hash(take),
    retry: submission && hash(take, submission),
    ...RULES[take.rule],
  }));
  const call = database().rpc('take_rate_limits', { takes: rows }).abortSignal(signal);
  const { data, error, status } = await call;
  if (error) log.warn({ code: error.code, status }, 'shared rate limit unknown');
  return data ?? 0;
}

/** The limit of visits: by address, in memory and then in the database. Gives the seconds to wait; 0 lets it pass. */
export async function admitVisit(_typed: unknown, request: Request): Promise<number> {
  const takes = [takeFor('visit', request)];
  const seconds = await guard(takes, null);
  return seconds || guardShared(takes, null, AbortSignal.timeout(SHARED_MS));
}

/** The limit of what a call needs: by address, in memory alone, for nothing of it touches the database. */
export function admitCall(_typed: unknown, request: Request): Promise<number> {
  return guard([takeFor('call', request)], null);
}

/** The limiter rejects with its result; anything else is a fault of ours. */
function refusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

let key: Buffer | undefined;

/** What is counted, as nobody can read it without the server-side key. */
function hash({ rule, who }: Take, submission = ''): string {
  key ??= Buffer.from(hkdfSync('sha256', env().SUPABASE_SECRET_KEY, '', 'rate limit v1', 32));
  const text = JSON.stringify([rule, who, submission]);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 27);
}
