import { postForm, runInParallel, send } from '../client';
import { dropConnection, forwardAll } from '../../support/network';
import { waitForCondition } from '../../support/until';
import { printFigure, startSiteBehindProxy } from '../target';

export function testOutage(): void {
  test('a database outage costs no page, and no request but those of its time', async () => {
    const { proxy, site, stop } = await startSiteBehindProxy();
    await postForm(site.url);
    proxy.handle = dropConnection;
    // The circuit opens.
    for (let n = 0; n < 3; n += 1) await postForm(site.url);

    expect(proxy.calls.length).toBeGreaterThan(3);
    proxy.calls = [];
    const answers = await runInParallel(60, 1, () => postForm(site.url));
    printFigure('database down', `${proxy.calls.length} calls to it for 60 requests`);
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(503));
    // Now and then the circuit lets one call through, to see whether the database is back.
    expect(proxy.calls.length).toBeLessThanOrEqual(12);

    const statuses: Record<string, number> = {};
    for (const path of ['/', '/api/health', '/api/health?ready'])
      statuses[path] = (await send(site.url + path, 'GET', {})).status;
    expect(statuses).toEqual({ '/': 200, '/api/health': 200, '/api/health?ready': 503 });

    proxy.handle = forwardAll;
    const canStore = async () => (await postForm(site.url)).status === 201;
    await waitForCondition(canStore, 'storing again');
    await stop();
  });
}

export function testShutdown(): void {
  test('SIGTERM fails none of 60 pending requests', async () => {
    const { proxy, site, stop } = await startSiteBehindProxy();
    await runInParallel(20, 20, () => postForm(site.url));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    proxy.calls = [];
    proxy.handle = async ({ forward }) => {
      await released;
      forward();
    };
    const pending = Array.from({ length: 60 }, () => postForm(site.url));
    // Once its look-up has arrived, a request is being handled, not waiting in the queue.
    const isLookUp = (call: string) => call === 'GET /rest/v1/strategy_sessions';
    await waitForCondition(
      () => proxy.calls.filter(isLookUp).length >= pending.length,
      'the arrival of every request',
    );
    process.kill(site.pid, 'SIGTERM');
    release();
    const statuses = (await Promise.all(pending)).map(({ status }) => status);
    await stop();
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });
}
