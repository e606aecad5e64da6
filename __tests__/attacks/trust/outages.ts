import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRandomFreePort } from '../../../scripts/test/test-site';
import { Processes } from '../../../local/processes';
import { startSupabaseLite } from '../../../local/supabase-lite';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { createForm, createAddress, postForm, runInParallel, send } from '../client';
import { type FaultProxy, startFaultProxy } from '../fault-proxy';
import { waitForCondition } from '../../support/until';
import { pause } from '../pace';
import { getTarget, printFigure, type Site } from '../target';

async function startSiteWithProxy() {
  const { database, start } = getTarget();
  const faultProxy = await startFaultProxy(database.url);
  return { faultProxy, site: await start({ SUPABASE_URL: faultProxy.url }) };
}

async function stop({ faultProxy, site }: { faultProxy: FaultProxy; site: Site }) {
  await site.terminate();
  faultProxy.close();
}

/** The server's own log lines with these words in them. */
const findLogs = (site: Site, ...words: string[]) =>
  site
    .readLog()
    .split('\n')
    .filter((text) => words.every((word) => text.includes(word)))
    .map((text) => JSON.parse(text) as { ms: number });

const listRefusalTimes = (site: Site) =>
  findLogs(site, '"status":503', '"route":"/api/contact"').map(({ ms }) => ms);

export function testTimeouts(): void {
  test.concurrent(
    'a database call has four seconds and two retries, eight seconds in all',
    async () => {
      const setup = await startSiteWithProxy();
      const { faultProxy, site } = setup;
      // Enough calls that went well keep the circuit closed.
      await runInParallel(40, 10, () => postForm(site.url));
      faultProxy.countsByCall.clear();
      faultProxy.faultShare = 1;
      faultProxy.fault = '503';
      const refused = await postForm(site.url);
      // Readiness is asked by another look-up.
      const writes = [...faultProxy.countsByCall].filter(([call]) => call.startsWith('POST'));
      const tries = Math.max(...writes.map(([, count]) => count));

      faultProxy.faultShare = 0;
      await runInParallel(40, 10, () => postForm(site.url));
      faultProxy.faultShare = 1;
      faultProxy.fault = 'black hole';
      const refusalsBefore = listRefusalTimes(site).length;
      const unanswered = await postForm(site.url);
      await waitForCondition(
        () => listRefusalTimes(site).length > refusalsBefore,
        'the log line of the last answer',
      );
      const longestCallMs = Math.max(...findLogs(site, '"failure":"timeout"').map(({ ms }) => ms));
      const totalMs = listRefusalTimes(site).at(-1);
      await stop(setup);

      printFigure('a database that answers 503', `${tries} tries`);
      expect(refused.status).toBe(503);
      expect(tries).toBe(3);
      printFigure('a silent database', `longest call ${longestCallMs} ms, all ${totalMs} ms`);
      expect(unanswered.status).toBe(503);
      // A timer never fires early; how late it fires depends on the machine.
      expect(longestCallMs).toBeGreaterThanOrEqual(3900);
      expect(longestCallMs).toBeLessThan(6000);
      expect(totalMs).toBeLessThan(10_000);
    },
  );
}

/** @param isTimed whether times are judged as well, which only says something on a quiet machine */
export function testOutage({ isTimed }: { isTimed: boolean }): void {
  describe('while the database is down', () => {
    let outageSetup: Awaited<ReturnType<typeof startSiteWithProxy>>;

    beforeAll(async () => {
      outageSetup = await startSiteWithProxy();
      await postForm(outageSetup.site.url);
      outageSetup.faultProxy.isDown = true;
      // The circuit opens.
      for (let n = 0; n < 3; n += 1) await postForm(outageSetup.site.url);
    });
    afterAll(() => stop(outageSetup));

    test('requests get 503, and the database is hardly called', async () => {
      const { faultProxy, site } = outageSetup;
      const callsBefore = faultProxy.receivedCalls;
      const refusalsBefore = listRefusalTimes(site).length;
      const answers = await runInParallel(60, 1, () => postForm(site.url));
      await waitForCondition(
        () => listRefusalTimes(site).length >= refusalsBefore + 60,
        'the log lines of 60 answers',
      );
      // By the server's clock: the client's time includes its own wait for the processor.
      const times = listRefusalTimes(site).slice(refusalsBefore);
      const median = times.sort((a, b) => a - b)[30] ?? Infinity;
      const newCalls = faultProxy.receivedCalls - callsBefore;
      printFigure('database down', `${newCalls} calls to it, median of an answer ${median} ms`);
      expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(503));
      // Now and then the circuit lets one call through, to see whether the database is back.
      expect(newCalls).toBeLessThanOrEqual(12);
      if (isTimed) expect(median).toBeLessThanOrEqual(20);
    });

    test('pages are served, and the site is alive but not ready', async () => {
      const statuses: Record<string, number> = {};
      for (const path of ['/', '/api/health', '/api/health?ready'])
        statuses[path] = (await send(outageSetup.site.url + path, 'GET', {})).status;
      expect(statuses).toEqual({ '/': 200, '/api/health': 200, '/api/health?ready': 503 });
    });

    test('20 of a flood of 400 from one address pass the limit in memory', async () => {
      const address = createAddress();
      const statuses = await runInParallel(
        400,
        8,
        async () => (await postForm(outageSetup.site.url, { ...createForm(), address })).status,
      );
      expect(statuses.filter((status) => status !== 429)).toEqual(Array(20).fill(503));
    });

    test('requests are stored again once it is back', async () => {
      outageSetup.faultProxy.isDown = false;
      const restoredAt = Date.now();
      const canStore = async () => (await postForm(outageSetup.site.url)).status === 201;
      await waitForCondition(canStore, 'storing again');
      const seconds = (Date.now() - restoredAt) / 1000;
      printFigure('storing again', `${seconds.toFixed(1)} s after it came back`);
      if (isTimed) expect(seconds).toBeLessThanOrEqual(15);
    });
  });
}

export function testShutdown(): void {
  test('SIGTERM fails none of 60 pending requests', async () => {
    const siteSetup = await startSiteWithProxy();
    const { faultProxy, site } = siteSetup;
    await runInParallel(20, 20, () => postForm(site.url));
    let release = () => {};
    faultProxy.holdUntil = new Promise((resolve) => (release = resolve));
    faultProxy.countsByCall.clear();
    const pending = Array.from({ length: 60 }, () => postForm(site.url));
    // Once its look-up has arrived, a request is being handled, not waiting in the queue.
    const countTaken = () => faultProxy.countsByCall.get('GET /rest/v1/strategy_sessions') ?? 0;
    await waitForCondition(() => countTaken() >= pending.length, 'the arrival of every request');
    process.kill(site.pid, 'SIGTERM');
    release();
    const statuses = (await Promise.all(pending)).map(({ status }) => status);
    await stop(siteSetup);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });
}

export function testKill(): void {
  test('no acknowledged row is lost when the embedded database is killed', async () => {
    const dataDir = join(getTarget().dataDir, 'lite');
    mkdirSync(dataDir, { recursive: true });
    const processes = new Processes();
    const firstPort = await findRandomFreePort();
    const startDatabase = () => startSupabaseLite(processes, { dataDir, firstPort });
    const lite = await startDatabase();
    const site = await getTarget().start(lite);
    const acknowledged: string[] = [];
    let isWriting = true;
    const writeUntilStopped = async () => {
      while (isWriting) {
        const form = createForm();
        const { status } = await postForm(site.url, form);
        if (status === 201) acknowledged.push(form.email);
        await pause(10);
      }
    };
    const writers = Array.from({ length: 8 }, writeUntilStopped);
    await waitForCondition(() => acknowledged.length >= 60, 'the acknowledgement of 60 rows');
    const [pid = 0] = processes.pids;
    process.kill(pid, 'SIGKILL');
    await waitForCondition(() => processes.pids.length === 0, 'the end of the database');
    expect(await startDatabase()).toEqual(lite);
    isWriting = false;
    await Promise.all(writers);
    // A database that has just come back may be slow to answer.
    let stored = new Set<string>();
    await waitForCondition(async () => {
      const { data } = await createDatabaseClient(lite.SUPABASE_URL, lite.SUPABASE_SECRET_KEY)
        .from('strategy_sessions')
        .select('email')
        .limit(1000);
      stored = new Set(data?.map(({ email }) => email));
      return data !== null;
    }, 'an answer of the restarted database');
    await site.terminate();
    await processes.stop();
    printFigure('kill -9 of the database', `${acknowledged.length} rows acknowledged`);
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  });
}
