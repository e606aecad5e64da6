import { AsyncLocalStorage } from 'node:async_hooks';
import { newKey, submitContact } from '@/lib/contact/submit';
import { filled, freshAddress, freshEmail, inParallel } from './client';
import { startFaultProxy } from './fault-proxy';
import { figure } from './report';
import { ADDRESS_HEADER, type Site, type World } from './world';

const SHARE = 0.2;
/** Part of every address that is sent here: other proofs, which count rows, run meanwhile. */
export const FAULTS_MARK = 'faults.';

/**
 * The browser's own form code sends through a line that harms a fifth of the calls, to a server whose line to
 * the database harms a fifth of the calls. What the form was told is compared with what is stored.
 *
 * @param size how many submissions, and what share of them has to be stored in the end, in percent: of a few, the share
 *   says little
 */
export async function proveFaults(
  world: World,
  { submissions, stored: asked }: { submissions: number; stored: number },
): Promise<void> {
  const toDatabase = await startFaultProxy(world.database.url);
  const site: Site = await world.start({ SUPABASE_URL: toDatabase.url });
  const toSite = await startFaultProxy(site.url);
  const visitor = new AsyncLocalStorage<string>();
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (input !== '/api/contact') return plain(input, init);
    const headers = new Headers(init?.headers);
    headers.set('origin', world.origin);
    headers.set(ADDRESS_HEADER, visitor.getStore() ?? '');
    return plain(toSite.url + input, { ...init, headers });
  };
  toDatabase.share = SHARE;
  toSite.share = SHARE;

  const told = await inParallel(submissions, 80, async () => {
    const form = filled(freshEmail(FAULTS_MARK));
    const facts = { key: newKey(), ms: 9000, honeypot: '' };
    const result = await visitor.run(freshAddress(), () => submitContact(form, facts));
    return { email: form.email, ok: result.ok, error: result.ok ? '' : result.error };
  });
  globalThis.fetch = plain;
  toDatabase.share = 0;
  toSite.share = 0;

  const stored = new Map<string, number>();
  const rows = await world.database.sql(
    `select email, count(*)::int as n from public.strategy_sessions group by email`,
  );
  for (const { email, n } of rows) stored.set(String(email), Number(n));
  const lost = told.filter(({ ok, email }) => ok && !stored.has(email)).length;
  const doubled = told.filter(({ email }) => (stored.get(email) ?? 0) > 1).length;
  const falseDuplicates = told.filter(({ error }) => error === 'duplicate').length;
  const kept = told.filter(({ ok, email }) => ok && stored.has(email)).length;
  const share = (100 * kept) / submissions;
  const met = [toDatabase, toSite].map(({ calls, faults }) => {
    const harmed = [...faults.values()].reduce((sum, count) => sum + count, 0);
    return `${harmed} of ${calls}`;
  });
  const other = [...new Set(told.map(({ error }) => error).filter(Boolean))].join(', ');
  const faulty = `${submissions} submissions, faults on ${met.join(' and ')} calls`;
  figure(`${faulty}: accepted but lost`, '0', `${lost}`, lost === 0);
  figure('… stored twice', '0', `${doubled}`, doubled === 0);
  figure('… told "duplicate" falsely', '0', `${falseDuplicates}`, falseDuplicates === 0);
  figure(
    '… stored in the end by the form itself',
    `≥ ${asked} %`,
    `${share.toFixed(2)} %${other ? ` (rest: ${other})` : ''}`,
    share >= asked,
  );
  const opened = site.log().split('"circuit":"Open"').length - 1;
  console.log(`  the circuit opened ${opened} times`);
  toSite.close();
  toDatabase.close();
  await site.terminate();
}
