import { CANARY_NETWORK, createForm, postForm, runInParallel } from '../client';
import { getTarget } from '../target';

/** Floods two instances from the addresses of one IPv6 network. Returns the statuses. */
export const floodFromNetwork = (network: string, posts: number) =>
  runInParallel(posts, 32, async (index) => {
    const address = `${CANARY_NETWORK}:${network}::${index.toString(16)}`;
    const { url } = getTarget().sites[index % 2 ? 1 : 0];
    return (await postForm(url, { ...createForm(), address })).status;
  });

export function testLimits({ flood }: { flood: number }): void {
  test(`20 of a flood of ${flood} from one network pass`, async () => {
    const statuses = await floodFromNetwork('f100:1', flood);
    expect(statuses.filter((status) => status !== 429)).toEqual(Array(20).fill(201));
  });
}
