import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';
/** Codes, counts and durations; nothing that a visitor typed, no address, no key. */
type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;
type RequestFacts = { request_id: string };

const requestContext = new AsyncLocalStorage<RequestFacts>();

const logger = pino(
  {
    level: 'debug',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ ...requestContext.getStore() }),
  },
  // pino's own transport is a thread, which loses lines at a crash.
  { write: (line) => console.log(line.trimEnd()) },
);

const write = (level: Level) => (facts: Facts, message: string) => logger[level](facts, message);

/** Writes JSON lines to standard output; within a request, each has its id. */
export const log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
};

/** Returns the current request's id. */
export const getRequestId = (): string | undefined => requestContext.getStore()?.request_id;

/** Runs `work`, whose log lines get the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return requestContext.run({ request_id: id }, work);
}
