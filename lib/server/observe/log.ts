import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';
/** Facts about the event: codes, counts, durations. Nothing a visitor typed, no address, no key. */
type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;
type RequestFacts = { request_id: string };

const current = new AsyncLocalStorage<RequestFacts>();

const logger = pino(
  {
    level: 'debug',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ ...current.getStore() }),
  },
  // Without a thread of its own: a crash loses no line.
  { write: (line) => console.log(line.trimEnd()) },
);

const write = (level: Level) => (facts: Facts, message: string) => logger[level](facts, message);

/** Writes one JSON object per line to standard output; within a request each line has its id. */
export const log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
};

/** The id of the request that is being answered. */
export const requestId = (): string | undefined => current.getStore()?.request_id;

/** Runs `work`; every line it logs has the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run({ request_id: id }, work);
}
