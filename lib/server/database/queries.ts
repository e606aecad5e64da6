import 'server-only';
import { randomUUID } from 'node:crypto';
import { log } from '@/lib/server/log/log';
import { type DatabaseFailure, describeFailure, readFailure } from './database-fault';
import { getDatabase } from './supabase';

export type FailedQuery = { error: { code: string; message?: string }; status: number };

type QueryAnswer = FailedQuery | { error: null };

/** For commands: throws an error for the operator. */
export async function sendOrThrow<Answer extends QueryAnswer>(query: PromiseLike<Answer>) {
  const answer = await query;
  if (!answer.error) return answer as Extract<Answer, { error: null }>;
  const { seen, todo } = describeFailure(readFailure(answer.error, answer.status));
  throw new Error(`${seen}. ${todo}`);
}

type Query<Answer> = PromiseLike<Answer> & {
  setHeader: (name: string, value: string) => unknown;
  abortSignal: (signal: AbortSignal) => unknown;
};

/** An error is logged with the sentence `failure`. `isRepeatable`: it may be sent twice. */
export async function send<Answer extends QueryAnswer>(
  query: Query<Answer>,
  failure: string,
  { timeoutMs, isRepeatable }: { timeoutMs?: number; isRepeatable?: true } = {},
): Promise<Answer> {
  if (timeoutMs) query.abortSignal(AbortSignal.timeout(timeoutMs));
  if (isRepeatable) query.setHeader('Idempotency-Key', randomUUID());
  const answer = await query;
  if (answer.error) log.warn(readFailure(answer.error, answer.status), failure);
  return answer;
}

const PAGE_ROWS = 500;

type Page<Row> = { data: Row[]; error: null } | (FailedQuery & { data: null });

/** As `readPages`; `readPage` takes both indexes inclusive. Misses rows if others are deleted. */
export const readAllRows = <Row>(
  readPage: (from: number, to: number) => PromiseLike<Page<Row>>,
): Promise<Row[]> => readPages(({ length }) => readPage(length, length + PAGE_ROWS - 1));

/**
 * Reads until a page is empty, since an API may return fewer rows than asked for. `readNext` gets
 * the rows so far, in the order of a unique key. Throws an error for the operator.
 */
export async function readPages<Row>(
  readNext: (rows: readonly Row[]) => PromiseLike<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await sendOrThrow(readNext(rows));
    if (data.length === 0) return rows;
    rows.push(...data);
  }
}

export async function findFailure(): Promise<DatabaseFailure | undefined> {
  const { error, status } = await getDatabase()
    .from('strategy_sessions')
    .select('id')
    .limit(1)
    .abortSignal(AbortSignal.timeout(READY_TIMEOUT_MS));
  return error ? readFailure(error, status) : undefined;
}

const READY_TIMEOUT_MS = 2000;
const READY_CACHE_MS = 5000;
let lastProbe: { at: number; answer: Promise<boolean> } | undefined;

/** Whether the database answers. Probes ask it at most once in five seconds. Never throws. */
export function isReady(): Promise<boolean> {
  if (!lastProbe || Date.now() - lastProbe.at >= READY_CACHE_MS)
    lastProbe = { at: Date.now(), answer: findFailure().then((failure) => !failure) };
  return lastProbe.answer;
}
