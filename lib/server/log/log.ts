import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';
/** Codes, counts and durations; nothing that a visitor typed, no address, no key. */
type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

const requestContext = new AsyncLocalStorage<{ request_id: string }>();

/** Bytes that may wait for a reader of the log who reads nothing; lines after them are dropped. */
const MAX_BACKLOG = 1_000_000;

/** Of what browsers report. */
const MAX_UNTHROTTLED_LINES = 10;
const PAUSE_MS = 60_000;

let print = (line: string) => {
  if (process.stdout.writableLength < MAX_BACKLOG) console.log(line);
};

/** What a command prints may go into a file. */
export function logToStandardError(): void {
  print = (line) => console.error(line);
}

/** Writes JSON lines to standard output; within a request, each has its id. */
export const log: Record<Level, (facts: Facts, message: string) => void> = pino(
  {
    level: 'debug',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ ...requestContext.getStore() }),
  },
  // pino's own transport is a thread, which loses lines at a crash.
  { write: (line) => print(line.trimEnd()) },
);

const countsByTopic = new Map<string, { count: number; loggedAt: number }>();

/** Logs what a browser reports with a running count, after ten at most once a minute. */
export function logReport(message: string, facts: Facts): void {
  const topic = `${message} ${facts['kind']} ${facts['stage']}`;
  const { count, loggedAt } = countsByTopic.get(topic) ?? { count: 0, loggedAt: 0 };
  const now = Date.now();
  const shouldLog = count < MAX_UNTHROTTLED_LINES || now - loggedAt >= PAUSE_MS;
  countsByTopic.set(topic, { count: count + 1, loggedAt: shouldLog ? now : loggedAt });
  if (shouldLog) log.warn({ ...facts, count: count + 1 }, message);
}

export const getRequestId = (): string | undefined => requestContext.getStore()?.request_id;

export function withRequestId<T>(id: string, work: () => T): T {
  return requestContext.run({ request_id: id }, work);
}

/** An error's message may hold addresses and keys. */
export function getFailureCode(error: unknown): string {
  type Failure = { name?: string; code?: unknown; cause?: Failure };
  const both = [(error as Failure).cause, error as Failure];
  if (both.some((each) => each?.name === 'TimeoutError')) return 'timeout';
  const codes = both.map((each) => each?.code);
  return codes.find((code) => typeof code === 'string') ?? 'network';
}

/** Codes of failures before a request is sent, so that it can't have arrived. */
export const UNSENT_FAILURES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
