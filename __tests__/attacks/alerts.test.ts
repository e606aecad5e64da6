import type { Alert } from '../../local/alert-receiver';
import type { Instance } from '../../scripts/test/test-stack';
import { createRandom } from '../support/random';
import { dropConnection, keepSilent, type Receiver, startReceiver } from '../support/network';
import { waitForCondition } from '../support/until';
import { listCanaries, postForm, runInParallel, send } from './client';
import { getTarget, printFigure, setUpTarget, startSiteBehindProxy } from './target';

const SECRET = 'a-secret-of-the-scheduler';
const CLAIM_CALL = 'POST /rest/v1/rpc/claim_alert';
const MARK_CALL = 'POST /rest/v1/rpc/settle_alert';
const FLOOD_SIZE = process.env.FULL ? 2000 : 200;

let receiver: Receiver;
const listReceived = () => receiver.received.map((body) => JSON.parse(body) as Alert);
const listOutages = () => listReceived().filter(({ kind }) => kind === 'database-away');
const runSql = (text: string) => getTarget().database.runSql(text);

setUpTarget(async () => {
  receiver = await startReceiver();
  return { CRON_SECRET: SECRET, ALERT_WEBHOOK_URL: receiver.url };
});
afterAll(() => receiver?.close());
beforeEach(async () => {
  await runSql('delete from public.strategy_sessions; delete from public.alerts');
  receiver.received = [];
  receiver.answer = (outgoing) => outgoing.end();
});

const stopFunctions: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stopFunctions.splice(0).map((stop) => stop())));

/** Starts a site behind a proxy. It runs until the test ends. */
async function startVictim() {
  const { proxy, site, stop } = await startSiteBehindProxy();
  stopFunctions.push(stop);
  /** Kills the site during its next call of this kind, which is not forwarded. */
  const killDuring = async (call: string) => {
    proxy.calls = [];
    proxy.handle = (exchange) => (exchange.call === call ? undefined : exchange.forward());
    expect((await postForm(site.url)).status).toBe(201);
    await waitForCondition(() => proxy.calls.includes(call), call);
    process.kill(site.pid, 'SIGKILL');
  };
  return { proxy, site, killDuring };
}

/** Keeps alerts waiting. Returns what accepts them. */
function holdAlerts(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  receiver.answer = async (outgoing) => {
    await released;
    outgoing.end();
  };
  return release;
}

/** Makes all unsent alerts due, and runs the background jobs. */
async function runJobs(...sites: Instance[]) {
  await runSql('update public.alerts set due_at = now() where due_at > now()');
  const headers = { authorization: `Bearer ${SECRET}` };
  for (const { status } of await Promise.all(
    sites.map(({ url }) => send(`${url}/api/cron`, 'GET', headers)),
  ))
    expect(status).toBe(200);
}

/** Stops a site, and accepts the alerts on their way once it takes no more requests. */
async function stopWhileSending(site: Instance, release: () => void) {
  const ended = site.stop();
  const isClosed = async () => (await send(`${site.url}/api/health`, 'GET', {})).status === 0;
  await waitForCondition(isClosed, 'the refusal of new requests');
  release();
  await ended;
}

const listStoredIds = async () =>
  (await runSql('select id::text from public.strategy_sessions order by id')).map(({ id }) => id);
const listRequestIds = (alerts: readonly Alert[]) =>
  alerts.map(({ text }) => /Request ([\da-f-]{36})/.exec(text)?.[1]).sort();

describe('an alert of a request', () => {
  test('is sent once by another server when its own is killed first', async () => {
    const [other] = getTarget().sites;
    const { killDuring } = await startVictim();
    await killDuring(CLAIM_CALL);
    await runJobs(other);
    await runJobs(other);
    expect(listRequestIds(listReceived())).toEqual(await listStoredIds());
  });

  test('is sent again with the same id when its server is killed before marking it', async () => {
    const [other] = getTarget().sites;
    const { killDuring } = await startVictim();
    await killDuring(MARK_CALL);
    expect(receiver.received).toHaveLength(1);
    await runJobs(other);
    await runJobs(other);
    const ids = listReceived().map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('is sent once when its server stops while sending', async () => {
    const [other] = getTarget().sites;
    const { site } = await startVictim();
    const release = holdAlerts();
    await postForm(site.url);
    await waitForCondition(() => receiver.received.length > 0, 'an alert on its way');
    await stopWhileSending(site, release);
    await runJobs(other);
    expect(receiver.received).toHaveLength(1);
  });

  test(`is delivered once for each of ${FLOOD_SIZE} requests at a failing webhook`, async () => {
    const { sites } = getTarget();
    const random = createRandom();
    const accepted: Alert[] = [];
    receiver.answer = (outgoing, body) => {
      const chance = random();
      if (chance < 0.25) return outgoing.destroy();
      if (chance < 0.5) return outgoing.writeHead(503).end();
      accepted.push(JSON.parse(body));
      return outgoing.end();
    };
    const answers = await runInParallel(FLOOD_SIZE, 16, (index) =>
      postForm(sites[index % 2 ? 1 : 0].url),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    const listUnsent = () =>
      runSql("select from public.alerts where kind = 'request' and not 'webhook' = any(sent)");
    await waitForCondition(
      async () => {
        await runJobs(...sites);
        return (await listUnsent()).length === 0;
      },
      'the delivery of every alert',
      150,
    );
    await runJobs(...sites);
    const tries = receiver.received.length;
    printFigure('flood at a failing webhook', `${FLOOD_SIZE} delivered, in ${tries} tries`);
    expect(listRequestIds(accepted)).toEqual(await listStoredIds());
    expect(tries).toBeGreaterThan(FLOOD_SIZE * 1.5);
    expect(listCanaries(receiver.received.join())).toEqual([]);
  }, 300_000);
});

test('requests are stored and answered while the webhook never answers', async () => {
  const { sites } = getTarget();
  const release = holdAlerts();
  const answers = await runInParallel(20, 4, () => postForm(sites[0].url));
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  expect(await listStoredIds()).toHaveLength(20);
  // An alert waits half a minute for its answer.
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000);
  release();
  await waitForCondition(() => receiver.received.length === 20, 'the delivery of every alert');
});

// outages.test.ts has when it is told.
test('a database outage is told once, without the database', async () => {
  const { proxy, site } = await startVictim();
  proxy.handle = dropConnection;
  for (let n = 0; n < 20; n += 1) expect((await postForm(site.url)).status).toBe(503);
  // It sends what it has to send before it ends.
  await site.stop();
  expect(listOutages()).toHaveLength(1);
});

if (process.env.FULL)
  describe('on a site without visitors', () => {
    test('the timer sends what is due', async () => {
      await runSql(`insert into public.strategy_sessions (service_type, email)
        values ('other', 'eva@mail.example')`);
      await waitForCondition(() => receiver.received.length > 0, 'an alert by the timer', 90);
    });

    test('the timer notices that the database never answers', async () => {
      const { proxy } = await startVictim();
      proxy.handle = keepSilent;
      await waitForCondition(() => listOutages().length > 0, 'the alert of the outage', 120);
    });
  });
