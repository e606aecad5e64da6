import { CANARY_NETWORK, filled, freshAddress, inParallel, post } from './client';
import { figure } from './report';
import { pause } from './pace';
import type { Site, World } from './world';

/** What share of a flood from one IPv6 network, sent to two instances in turn, was stopped. */
export async function flood(world: World, sites: [Site, Site], network: string, posts: number) {
  const statuses = await inParallel(posts, 32, async (index) => {
    const site = sites[index % 2] as Site;
    const address = `${CANARY_NETWORK}:${network}::${index.toString(16)}`;
    return (await post(world, site.url, { ...filled(), address })).status;
  });
  const stopped = statuses.filter((status) => status === 429).length;
  const strange = statuses.filter((status) => status !== 429 && status !== 201).length;
  return { share: (100 * stopped) / posts, passed: posts - stopped, strange };
}

/** People pass, floods do not, and two instances agree. */
export async function proveLimits(
  world: World,
  sites: [Site, Site],
  { flood: posts, paced: people }: { flood: number; paced: number },
): Promise<void> {
  const paced = await inParallel(people, 8, async (index) => {
    await pause(40 + (index % 7) * 20);
    return (await post(world, (sites[index % 2] as Site).url)).status;
  });
  const refused = paced.filter((status) => status !== 201).length;
  figure(
    `${people} paced requests from as many addresses, refused`,
    '0',
    `${refused}`,
    refused === 0,
  );

  const { share, passed, strange } = await flood(world, sites, 'f100:1', posts);
  figure(
    `flood of ${posts} from one /64 network at two instances, let through`,
    '≤ 20',
    `${passed} (${share.toFixed(2)} % stopped)`,
    passed <= 20 && strange === 0,
  );

  const victim = filled();
  const mail = await inParallel(400, 16, async (index) => {
    const form = { ...victim, service_type: index % 2 ? 'other' : 'crm-integrations' };
    return (await post(world, (sites[index % 2] as Site).url, form)).status;
  });
  const counted = mail.filter((status) => status !== 429).length;
  figure(
    '400 requests for one e-mail from 400 addresses, let through',
    '≤ 10',
    `${counted}`,
    counted <= 10,
  );

  // Honest people on a bad line: the same form five times.
  const address = freshAddress();
  const forms = Array.from({ length: 18 }, () => ({
    ...filled(),
    idempotency_key: crypto.randomUUID(),
    address,
  }));
  const again = await inParallel(forms.length * 5, 4, async (index) => {
    const site = sites[index % 2] as Site;
    return (await post(world, site.url, forms[index % forms.length])).status;
  });
  const punished = again.filter((status) => status !== 201).length;
  figure(
    '18 forms of one address, each sent five times: not answered 201',
    '0',
    `${punished}`,
    punished === 0,
  );
}

/** Without its database an instance still counts in memory. */
export async function proveGuardAlone(world: World, deaf: Site): Promise<void> {
  const address = freshAddress();
  const statuses = await inParallel(
    400,
    8,
    async () => (await post(world, deaf.url, { ...filled(), address })).status,
  );
  const passed = statuses.filter((status) => status !== 429).length;
  figure(
    'flood of 400 while the database is away, past the guard in memory',
    '≤ 20',
    `${passed}`,
    passed <= 20,
  );
}
