import { setTimeout as pause } from 'node:timers/promises';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { createForm, createHeaders, runInParallel } from '../client';
import {
  dropAnswer,
  dropConnection,
  type Exchange,
  keepSilent,
  startProxy,
} from '../../support/network';
import { createRandom } from '../../support/random';
import { getTarget, printFigure, startSiteBehindProxy } from '../target';

const FAULT_SHARE = 0.2;

const answerBadGateway = ({ outgoing }: Exchange, status: number) =>
  outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');

/** What a network does with a request or its answer. */
const FAULTS: ((exchange: Exchange, chance: number) => unknown)[] = [
  async function latency({ forward }, chance) {
    await pause(500 + chance * 2000);
    forward();
  },
  dropConnection,
  dropAnswer,
  async function leaveHalfOpen({ fetchAnswer, outgoing }) {
    const { status, headers, body } = await fetchAnswer();
    outgoing.writeHead(status, { ...headers, 'content-length': body.length + 10 }).flushHeaders();
  },
  async function truncate({ fetchAnswer, outgoing }) {
    const { status, headers, body } = await fetchAnswer();
    outgoing.writeHead(status, headers).end(body.subarray(0, Math.ceil(body.length / 2)));
  },
  async function drip({ fetchAnswer, outgoing }) {
    const { status, headers, body } = await fetchAnswer();
    outgoing.writeHead(status, headers);
    for (const byte of body) {
      if (outgoing.destroyed) return;
      outgoing.write(Buffer.of(byte));
      await pause(150);
    }
    outgoing.end();
  },
  keepSilent,
  (exchange) => answerBadGateway(exchange, 502),
  (exchange) => answerBadGateway(exchange, 503),
  (exchange) => answerBadGateway(exchange, 504),
];

/**
 * Runs the form's code through a proxy with faults in a fifth of the calls, to a server behind
 * which another proxy injects faults into a fifth of the database calls. Compares answers and rows.
 */
export function testFaults({
  submissions,
  storedPercent,
}: {
  submissions: number;
  storedPercent: number;
}): void {
  test(`on faulty connections none of ${submissions} submissions is lost or doubled, and ${storedPercent} % are stored`, async () => {
    const { database } = getTarget();
    const { proxy: databaseProxy, site, stop } = await startSiteBehindProxy();
    const siteProxy = await startProxy(() => site.url);
    const random = createRandom();
    let faultCount = 0;
    databaseProxy.handle = siteProxy.handle = (exchange) => {
      if (random() >= FAULT_SHARE) return exchange.forward();
      faultCount += 1;
      return FAULTS[Math.floor(random() * FAULTS.length)]?.(exchange, random());
    };
    const results = await submitForms(submissions, siteProxy.url).finally(async () => {
      siteProxy.close();
      await stop();
    });

    const rows = await database.runSql(
      `select email, count(*)::int as n from public.strategy_sessions group by email`,
    );
    const counts = new Map(rows.map(({ email, n }) => [String(email), Number(n)]));
    const accepted = results.filter(({ ok }) => ok);
    const storedCount = accepted.filter(({ email }) => counts.has(email)).length;
    const errors = [...new Set(results.map(({ error }) => error).filter(Boolean))];
    printFigure(
      'submissions on faulty connections',
      `${storedCount} of ${submissions} stored (${errors.join(', ')}), ${faultCount} faults`,
    );
    expect({
      lost: accepted.filter(({ email }) => !counts.has(email)).length,
      doubled: results.filter(({ email }) => (counts.get(email) ?? 0) > 1).length,
      otherErrors: results.filter(({ ok, error }) => !ok && error !== 'unavailable').length,
    }).toEqual({ lost: 0, doubled: 0, otherErrors: 0 });
    expect((100 * storedCount) / submissions).toBeGreaterThanOrEqual(storedPercent);
  });
}

/** Sends forms with the page's own code to a server, each time from another address. */
async function submitForms(count: number, url: string) {
  const { fetch } = globalThis;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((path, init) => fetch(url + path, { ...init, headers: createHeaders() }));
  return runInParallel(count, 80, async () => {
    const form = createForm();
    const metadata = {
      idempotency_key: createIdempotencyKey(),
      fill_ms: 9000,
      quill_north: '',
      source: '',
    };
    const result = await submitContact(form, metadata);
    return { email: form.email, ok: result.ok, error: result.ok ? '' : result.error };
  });
}
