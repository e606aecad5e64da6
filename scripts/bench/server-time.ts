import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Requests a page at an open rate: each request is sent on time, even if others are unanswered.
 *
 * @returns the 95th percentile of the ms from a request's due time to the end of its answer
 * @throws when an answer is not 200
 */
export async function measureP95AtOpenRate(url: string, perSecond: number, seconds: number) {
  await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).text()));
  const start = performance.now() + 100;
  const requests = Array.from({ length: perSecond * seconds }, async (_, index) => {
    const dueAt = start + (index * 1000) / perSecond;
    await sleep(dueAt - performance.now());
    const response = await fetch(url);
    await response.text();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
    return performance.now() - dueAt;
  });
  const times = (await Promise.all(requests)).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.95) - 1] ?? Infinity;
}
