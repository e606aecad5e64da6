import 'server-only';
import { domainToASCII } from 'node:url';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { keptForSeconds } from '@/lib/retention';
import { type ErrorResult, getClientAddress, isDeclaredBot } from './request';
import { createKeyedHash } from '@/lib/server/crypto';
import { send } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';

const MINUTE_SECONDS = 60;
const SHARED_TIMEOUT_MS = 2000;
/** The tries of one filled form that count once; `take_rate_limits` has the same. */
export const FREE_TRIES = { points: 5, seconds: keptForSeconds.formAddress };

/** At most `points` requests in `seconds`. `overall`: of all clients without a known address. */
export const RULES = {
  'contact per address': { points: 20, seconds: keptForSeconds.formAddress },
  'contact per email': { points: 10, seconds: keptForSeconds.formEmail },
  'visit per address': { points: 60, seconds: keptForSeconds.pageAddress },
  'link per address': { points: 60, seconds: keptForSeconds.pageAddress },
  'call per address': { points: 60, seconds: keptForSeconds.pageAddress },
  'call-end per address': { points: 60, seconds: keptForSeconds.pageAddress },
  // One page view sends several requests, and many visitors may share an address.
  'count per address': { points: 240, seconds: keptForSeconds.pageAddress },
  'count overall': { points: 6000, seconds: MINUTE_SECONDS },
  'page-error per address': { points: 20, seconds: keptForSeconds.pageAddress },
  overall: { points: 600, seconds: MINUTE_SECONDS },
} as const;

type Rule = keyof typeof RULES;
export type Route = RouteOf<Rule>;
type RouteOf<Name> = Name extends `${infer Route} per address` ? Route : never;

export type Limit = { rule: Rule; subject: string };

export function createAddressLimit(route: Route, request: Request): Limit {
  const address = getClientAddress(request);
  if (address) return { rule: `${route} per address`, subject: address };
  return { rule: route === 'count' ? 'count overall' : 'overall', subject: route };
}

/** Chrome sends `jan@müller.de` as `jan@xn--mller-kva.de`, other browsers as it was typed. */
export const normalizeEmail = (email: string) =>
  email.replace(/[^@]*$/, (domain) => domainToASCII(domain) || domain).normalize();

/** @param email the result of `cleanEmail` */
export const createEmailLimit = (email: string): Limit => ({
  rule: 'contact per email',
  subject: normalizeEmail(email),
});

/** Its keys are hashes, like those in the database. Each key brings its own period. */
const memory = new RateLimiterMemory({ points: 0, duration: 0 });

/** Returns the seconds to wait, 0 if allowed. The first retries of a filled form are free. */
export async function consumeInMemory(
  limits: readonly Limit[],
  formKey: string | null,
): Promise<number> {
  const takes = limits.map((limit) => describeTake(limit, formKey));
  for (const { key, retry, points, seconds } of takes) {
    const tries = retry && (await memory.get(retry))?.consumedPoints;
    if (retry && tries && tries < FREE_TRIES.points) {
      await memory.penalty(retry);
      continue;
    }
    const used = await memory.penalty(key, 1, { customDuration: seconds });
    if (used.consumedPoints > points) return Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    if (retry) await memory.set(retry, 1, FREE_TRIES.seconds);
  }
  return 0;
}

/** Allows the request if the database fails: the count in memory still holds. Never throws. */
export async function consumeShared(
  limits: readonly Limit[],
  formKey: string | null,
  signal: AbortSignal,
): Promise<number> {
  const takes = limits.map((limit) => describeTake(limit, formKey));
  const { data } = await send(
    getDatabase().rpc('take_rate_limits', { takes }).abortSignal(signal),
    'shared rate limit unknown',
  );
  return data ?? 0;
}

/** Returns the seconds to wait, 0 if allowed. Only visits count for all instances together. */
export async function limitAddress(route: Route, request: Request): Promise<number> {
  const limits = [createAddressLimit(route, request)];
  const seconds = await consumeInMemory(limits, null);
  if (seconds || route !== 'visit' || isDeclaredBot(request.headers)) return seconds;
  return consumeShared(limits, null, AbortSignal.timeout(SHARED_TIMEOUT_MS));
}

const describeTake = (limit: Limit, formKey: string | null) => ({
  key: hashLimit(limit),
  retry: formKey && hashLimit(limit, formKey),
  ...RULES[limit.rule],
});

export const listEmailKeys = (email: string, formKeys: readonly string[]): string[] =>
  ['', ...formKeys].map((formKey) => hashLimit(createEmailLimit(email), formKey));

const hashLimit = ({ rule, subject }: Limit, formKey = '') =>
  createKeyedHash(rule, subject, formKey);

export const createRateLimitError = (retryAfter: number): ErrorResult => ({
  ok: false,
  error: 'rate_limited',
  retryAfter,
});
