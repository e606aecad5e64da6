import { CANARY_NETWORK, createForm, createAddress, runInParallel, postForm } from '../client';
import { pause } from '../pace';
import { getTarget, type Site } from '../target';

/** Sends posts to the two instances in turn, some at a time, and returns their statuses. */
function postInTurn(
  { posts, concurrency }: { posts: number; concurrency: number },
  createNextForm: (index: number) => Record<string, unknown> & { address?: string },
): Promise<number[]> {
  return runInParallel(posts, concurrency, async (index) => {
    const { url } = getTarget().sites[index % 2] as Site;
    return (await postForm(url, createNextForm(index))).status;
  });
}

const excludeStatuses = (statuses: number[], ...expected: number[]) =>
  statuses.filter((status) => !expected.includes(status));

/** Floods two instances from the addresses of one IPv6 network. */
export const floodFromNetwork = (network: string, posts: number) =>
  postInTurn({ posts, concurrency: 32 }, (index) => ({
    ...createForm(),
    address: `${CANARY_NETWORK}:${network}::${index.toString(16)}`,
  }));

/** Tests that people pass and floods do not, and that two instances agree. */
export function testLimits(size: { paced: number; flood: number }): void {
  test(`${size.paced} people with different addresses all pass`, async () => {
    const statuses = await runInParallel(size.paced, 8, async (index) => {
      await pause(40 + (index % 7) * 20);
      return (await postForm((getTarget().sites[index % 2] as Site).url)).status;
    });
    expect(excludeStatuses(statuses, 201)).toEqual([]);
  });

  test(`20 of a flood of ${size.flood} from one network pass`, async () => {
    const statuses = await floodFromNetwork('f100:1', size.flood);
    expect(excludeStatuses(statuses, 429)).toEqual(Array(20).fill(201));
  });

  test('10 of 400 requests for one e-mail address pass', async () => {
    const victim = createForm();
    const statuses = await postInTurn({ posts: 400, concurrency: 16 }, (index) => ({
      ...victim,
      service_type: index % 2 ? 'other' : 'crm-integrations',
    }));
    expect(excludeStatuses(statuses, 429)).toHaveLength(10);
  });

  test('18 forms from one address pass although each is sent five times', async () => {
    const address = createAddress();
    const forms = Array.from({ length: 18 }, () => ({
      ...createForm(),
      idempotency_key: crypto.randomUUID(),
      address,
    }));
    const load = { posts: forms.length * 5, concurrency: 4 };
    const statuses = await postInTurn(load, (index) => forms[index % 18] ?? {});
    expect(excludeStatuses(statuses, 201)).toEqual([]);
  });
}
