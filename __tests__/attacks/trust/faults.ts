import { AsyncLocalStorage } from 'node:async_hooks';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { createForm, createAddress, runInParallel } from '../client';
import { type FaultProxy, startFaultProxy } from '../fault-proxy';
import { ADDRESS_HEADER, getTarget, printFigure } from '../target';

const FAULT_SHARE = 0.2;

/**
 * Runs the form's code through a proxy with faults in a fifth of the calls, to a server behind
 * which another proxy injects faults into a fifth of the database calls. Compares answers and rows.
 */
export function testFaults({
  submissions,
  stored: storedPercent,
}: {
  submissions: number;
  stored: number;
}): void {
  test.concurrent(
    `on faulty connections none of ${submissions} submissions is lost or doubled, and ${storedPercent} % are stored`,
    async () => {
      const { database, start } = getTarget();
      const databaseProxy = await startFaultProxy(database.url);
      const site = await start({ SUPABASE_URL: databaseProxy.url });
      const siteProxy = await startFaultProxy(site.url);
      const proxies = [databaseProxy, siteProxy];
      for (const proxy of proxies) proxy.faultShare = FAULT_SHARE;
      const results = await submitForms(submissions, siteProxy).finally(async () => {
        for (const proxy of proxies) proxy.close();
        await site.terminate();
      });

      const rows = await database.runSql(
        `select email, count(*)::int as n from public.strategy_sessions group by email`,
      );
      const counts = new Map(rows.map(({ email, n }) => [String(email), Number(n)]));
      const accepted = results.filter(({ ok }) => ok);
      const storedCount = accepted.filter(({ email }) => counts.has(email)).length;
      const errors = [...new Set(results.map(({ error }) => error).filter(Boolean))];
      const openCount = site.readLog().split('"circuit":"Open"').length - 1;
      printFigure(
        'submissions on faulty connections',
        `${storedCount} of ${submissions} stored (${errors.join(', ')}); ` +
          `calls with faults: ${proxies.map(formatFaultCount).join(', ')}; ` +
          `the circuit opened ${openCount} times`,
      );
      expect({
        lost: accepted.filter(({ email }) => !counts.has(email)).length,
        doubled: results.filter(({ email }) => (counts.get(email) ?? 0) > 1).length,
        otherErrors: results.filter(({ ok, error }) => !ok && error !== 'unavailable').length,
      }).toEqual({ lost: 0, doubled: 0, otherErrors: 0 });
      expect((100 * storedCount) / submissions).toBeGreaterThanOrEqual(storedPercent);
    },
  );
}

/** Sends forms with the page's own code, each from another address, to a server. */
async function submitForms(count: number, { url }: FaultProxy) {
  const visitorAddress = new AsyncLocalStorage<string>();
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (input !== '/api/contact') return originalFetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set('origin', getTarget().origin);
    headers.set(ADDRESS_HEADER, visitorAddress.getStore() ?? '');
    return originalFetch(url + input, { ...init, headers });
  };
  try {
    return await runInParallel(count, 80, async () => {
      const form = createForm();
      const metadata = {
        idempotency_key: createIdempotencyKey(),
        fill_ms: 9000,
        quill_north: '',
        source: '',
      };
      const result = await visitorAddress.run(createAddress(), () => submitContact(form, metadata));
      return { email: form.email, ok: result.ok, error: result.ok ? '' : result.error };
    });
  } finally {
    globalThis.fetch = originalFetch;
  }
}

function formatFaultCount({ forwardedCalls, countsByFault }: FaultProxy): string {
  const faultCount = [...countsByFault.values()].reduce((sum, count) => sum + count, 0);
  return `${faultCount} of ${forwardedCalls}`;
}
