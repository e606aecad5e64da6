import { type ErrorCode, isOurFault } from '@/lib/api';
import { findRandomFreePort } from '../../scripts/test/test-site';
import { startAlertReceiver } from '../../local/alert-receiver';
import { createRandom } from '../support/random';
import { waitForCondition } from '../support/until';
import {
  type ReplyMode,
  type ControlledReceiver,
  startMuteMailServer,
  startControlledReceiver,
} from './alert-receiver';
import {
  CANARY,
  CANARY_NETWORK,
  listCanaries,
  createForm,
  createHeaders,
  runInParallel,
  postForm,
  send,
} from './client';
import { type FaultProxy, startFaultProxy } from './fault-proxy';
import { getTarget, printFigure, setUpTarget, type Site } from './target';

const SECRET = 'a-secret-of-the-scheduler';
const OWNER = 'owner@callwright.example';
const CLAIM_CALL = 'POST /rest/v1/rpc/claim_alerts';
const MARK_CALL = 'POST /rest/v1/rpc/settle_alert';
const FLOOD_SIZE = process.env.FULL ? 2000 : 200;

let receiver: ControlledReceiver;
const runSql = (text: string) => getTarget().database.runSql(text);

setUpTarget({ CRON_SECRET: SECRET });
beforeAll(async () => void (receiver = await startControlledReceiver()));
afterAll(() => receiver?.close());
beforeEach(async () => {
  await runSql('delete from public.strategy_sessions; delete from public.alerts');
  receiver.received = [];
  receiver.accepted = [];
  receiver.mostAtOnce = 0;
  receiver.getReplyMode = () => 'take';
});

const stopFunctions: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stopFunctions.splice(0).map((stop) => stop())));

/** Starts a site behind a fault proxy. It runs until the test ends. */
async function startSiteBehindProxy(settings: Record<string, string> = {}) {
  const faultProxy = await startFaultProxy(getTarget().database.url);
  const proxySettings = { SUPABASE_URL: faultProxy.url, ALERT_WEBHOOK_URL: receiver.url };
  const site = await getTarget().start({ ...proxySettings, ...settings });
  stopFunctions.push(async () => {
    await site.terminate();
    faultProxy.close();
  });
  return { faultProxy, site };
}

const startTwoSites = async (settings?: Record<string, string>) =>
  [await startSiteBehindProxy(settings), await startSiteBehindProxy(settings)] as const;

/** Blocks one kind of database call from now on: it is neither forwarded nor answered. */
function blockCall(proxy: FaultProxy, call: string): void {
  makeSilent(proxy);
  proxy.onlyCall = call;
}

/** Kills a server once it has made such a call. */
async function killWhenItCalls(
  { faultProxy, site }: Awaited<ReturnType<typeof startSiteBehindProxy>>,
  call: string,
): Promise<void> {
  await waitForCondition(() => faultProxy.countsByCall.has(call), call);
  process.kill(site.pid, 'SIGKILL');
}

function makeSilent(proxy: FaultProxy): void {
  proxy.faultShare = 1;
  proxy.fault = 'black hole';
}

/** Makes all unsent alerts due, and runs the background jobs. */
async function runJobsOn(...sites: Site[]) {
  await runSql(`update public.alerts set due_at = now() where due_at > now()`);
  const headers = { authorization: `Bearer ${SECRET}` };
  for (const { status } of await Promise.all(
    sites.map(({ url }) => send(`${url}/api/cron`, 'GET', headers)),
  ))
    expect(status).toBe(200);
}

/** Stops a server, and answers the alerts in transit once it accepts no more requests. */
async function stopWhileSending(site: Site) {
  const ended = site.terminate();
  const isClosed = async () => (await send(`${site.url}/api/health`, 'GET', {})).status === 0;
  await waitForCondition(isClosed, 'the refusal of new requests');
  receiver.release();
  await ended;
}

/** Returns the ids of the stored requests, sorted. */
const listStoredIds = async () =>
  (await runSql('select id::text from public.strategy_sessions order by id')).map(({ id }) => id);
const extractRequestIds = (alerts: readonly { text: string }[]) =>
  alerts.map((alert) => /Request ([\da-f-]{36})/.exec(alert.text)?.[1]).sort();

describe('an alert of a request', () => {
  test('is sent once by the other server when its own is killed first', async () => {
    const [first, other] = await startTwoSites();
    blockCall(first.faultProxy, CLAIM_CALL);
    blockCall(other.faultProxy, CLAIM_CALL);
    expect((await postForm(first.site.url)).status).toBe(201);
    await killWhenItCalls(first, CLAIM_CALL);
    expect(receiver.received).toEqual([]);

    other.faultProxy.faultShare = 0;
    await runJobsOn(other.site);
    await runJobsOn(other.site);
    printFigure('kill -9 before sending', `sent ${receiver.received.length} time, by the other`);
    expect(extractRequestIds(receiver.received)).toEqual(await listStoredIds());
  });

  test('is sent again with the same id when its server is killed before marking it', async () => {
    const [first, other] = await startTwoSites();
    blockCall(first.faultProxy, MARK_CALL);
    await postForm(first.site.url);
    await killWhenItCalls(first, MARK_CALL);
    expect(receiver.received).toHaveLength(1);

    await runJobsOn(other.site);
    await runJobsOn(other.site);
    const ids = receiver.received.map(({ id }) => id);
    printFigure('kill -9 before marking', `sent ${ids.length} times, ${new Set(ids).size} id`);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('is sent once when its server stops while sending', async () => {
    const [first, other] = await startTwoSites();
    receiver.getReplyMode = () => 'hang';
    await postForm(first.site.url);
    await waitForCondition(() => receiver.received.length > 0, 'an alert on its way');
    await stopWhileSending(first.site);
    await runJobsOn(other.site);
    printFigure('SIGTERM while sending', `sent ${receiver.received.length} time`);
    expect(receiver.received).toHaveLength(1);
  });

  test(`is delivered once for each of ${FLOOD_SIZE} requests at a failing webhook`, async () => {
    const [first, other] = await startTwoSites();
    const sites = [first.site, other.site] as const;
    const replyModes: ReplyMode[] = ['take', 'take', 'fail', 'break off'];
    const random = createRandom();
    receiver.getReplyMode = () => replyModes[Math.floor(random() * 4)] ?? 'take';
    const answers = await runInParallel(FLOOD_SIZE, 16, (index) =>
      postForm((sites[index % 2] ?? sites[0]).url),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    const listUnsent = () =>
      runSql("select from public.alerts where kind = 'request' and not 'webhook' = any(sent)");
    await waitForCondition(
      async () => {
        await runJobsOn(...sites);
        return (await listUnsent()).length === 0;
      },
      'the delivery of every alert',
      150,
    );
    await runJobsOn(...sites);
    printFigure(
      'flood at a failing webhook',
      `${FLOOD_SIZE} delivered, in ${receiver.received.length} tries`,
    );
    expect(extractRequestIds(receiver.accepted)).toEqual(await listStoredIds());
    expect(receiver.received.length).toBeGreaterThan(FLOOD_SIZE * 1.5);
    expect(listCanaries(JSON.stringify(receiver.received))).toEqual([]);
  }, 300_000);
});

describe('a request', () => {
  test.each<[what: string, replyMode: ReplyMode | 'none']>([
    ['refuse', 'fail'],
    ['break off', 'break off'],
    ['never answer', 'hang'],
    ['are unreachable', 'none'],
  ])('is stored and answered while webhook and mail server %s', async (what, replyMode) => {
    const muteServer = await startMuteMailServer();
    muteServer.hangsUp = replyMode !== 'hang';
    const nowhere = `127.0.0.1:${await findRandomFreePort()}`;
    const { site } = await startSiteBehindProxy({
      ALERT_MAIL_TO: OWNER,
      ALERT_SMTP_URL: replyMode === 'none' ? `smtp://${nowhere}` : muteServer.url,
      ...(replyMode === 'none' ? { ALERT_WEBHOOK_URL: `http://${nowhere}/` } : {}),
    });
    if (replyMode !== 'none') receiver.getReplyMode = () => replyMode;
    const answers = await runInParallel(20, 4, () => postForm(site.url));
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    // What never answers is not awaited here.
    const channels = replyMode === 'hang' ? [] : ['webhook', 'mail', 'visitor'];
    await waitForCondition(
      () => channels.every((channel) => site.readLog().includes(formatFailedDelivery(channel))),
      'a line in the log for each channel that failed',
    );
    printFigure(`webhook and mail ${what}`, `20 stored, slowest answer ${Math.round(slowest)} ms`);
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await listStoredIds()).toHaveLength(20);
    expect(receiver.accepted).toEqual([]);
    // No answer has waited for a channel: those have ten seconds and more.
    expect(slowest).toBeLessThan(10_000);
    expect(muteServer.connectionCount > 0).toBe(replyMode !== 'none');
    muteServer.close();
  });

  test('is stored when its alerts cannot be stored', async () => {
    const { site } = await startSiteBehindProxy();
    await runSql('alter table public.alerts rename to alerts_gone');
    const { status } = await postForm(site.url);
    await runSql('alter table public.alerts_gone rename to alerts');
    expect(status).toBe(201);
    expect(await listStoredIds()).toHaveLength(1);
  });
});

test('a receiver of one alert a second gets them one after another, as it tells', async () => {
  const { site } = await startSiteBehindProxy();
  let nextAt = 0;
  receiver.getReplyMode = () => {
    if (Date.now() < nextAt) return 'wait a second';
    nextAt = Date.now() + 1000;
    return 'take';
  };
  const startedAt = Date.now();
  await runInParallel(8, 8, () => postForm(site.url));
  await waitForCondition(() => receiver.accepted.length === 8, 'the delivery of every alert', 60);
  printFigure('8 alerts at one a second', `${Date.now() - startedAt} ms`);
  expect(extractRequestIds(receiver.accepted)).toEqual(await listStoredIds());
  // Each was refused once at most, and no second one was on its way meanwhile.
  expect(receiver.received.length).toBeLessThanOrEqual(2 * 8);
  expect(receiver.mostAtOnce).toBe(1);
}, 90_000);

test('the form cannot flood a mailbox', async () => {
  const alertReceiver = await startAlertReceiver();
  const mailSettings = {
    ALERT_WEBHOOK_URL: '',
    ALERT_SMTP_URL: alertReceiver.smtpUrl,
    ALERT_MAIL_TO: OWNER,
  };
  const [first, other] = await startTwoSites(mailSettings);
  const victim = `victim.${CANARY}`;
  const answers = await runInParallel(140, 16, (index) => {
    const { url } = index % 2 ? first.site : other.site;
    // Half of them name one mailbox, in as many spellings; the others name different ones.
    const form = index % 4 < 2 ? createForm(`${victim}+${index}@mail.example`) : createForm();
    return postForm(url, form);
  });
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  await runJobsOn(first.site, other.site);
  const allMails = (await (await fetch(`${alertReceiver.url}/mails`)).json()) as {
    to: string[];
    text: string;
  }[];
  const mails = allMails.filter(({ to }) => !to.includes(OWNER));
  const mailsToVictim = mails.filter(({ to }) => to.some((address) => address.startsWith(victim)));
  printFigure(
    '140 requests',
    `${mails.length} acknowledgements, ${mailsToVictim.length} of 70 to one mailbox`,
  );
  expect(mailsToVictim).toHaveLength(1);
  // The limit is 60 an hour, but concurrent transactions do not see each other.
  expect(mails.length).toBeGreaterThan(30);
  expect(mails.length).toBeLessThanOrEqual(60 + 16);
  expect(listCanaries(mails.map(({ text }) => text).join())).toEqual([]);
  await alertReceiver.close();
});

test('forged reports of browsers raise no alert, those of five networks do', async () => {
  const settings = { TRUSTED_IP_HEADER: '' };
  const [first, other] = await startTwoSites();
  const siteWithoutAddresses = (await startSiteBehindProxy(settings)).site;
  const sites = [first.site, other.site, siteWithoutAddresses];
  const report = async (site: Site, path: string, body: object, address: string) => {
    const headers = {
      ...createHeaders(address),
      'content-type': 'application/json',
      'x-forwarded-for': address,
    };
    const { status } = await send(`${site.url}/api/${path}`, 'POST', headers, JSON.stringify(body));
    expect(status).toBe(201);
  };
  const forge = (path: string, body: object) =>
    runInParallel(sites.length * 18, 4, (index) => {
      const site = sites[index % sites.length] as Site;
      return report(site, path, body, `${CANARY_NETWORK}:bad::${index.toString(16)}`);
    });
  const listAlerts = () =>
    runSql("select kind, facts->>'kinds' as kinds from public.alerts order by kind");

  await forge('page-error', {});
  await forge('call-failure', { kind: 'unknown', stage: 'live' });
  for (let n = 0; n < 4; n += 1) {
    const address = `${CANARY_NETWORK}:600d:${n}::1`;
    await report(first.site, 'call-failure', { kind: 'no-answer', stage: 'waiting' }, address);
  }
  await waitForCondition(async () => (await listAlerts()).length > 0, 'the alert of five networks');
  const alerts = await listAlerts();
  printFigure('54 forged reports of each kind', `${alerts.length - 1} alerts`);
  expect(alerts).toEqual([{ kind: 'calls-failing', kinds: 'unknown, no-answer' }]);
});

test('a database outage is reported once, from memory', async () => {
  const { faultProxy, site } = await startSiteBehindProxy();
  await postForm(site.url);
  await waitForCondition(() => receiver.accepted.length === 1, 'the alert of a request');
  faultProxy.isDown = true;
  const countOpenedCircuits = () => site.readLog().split('"circuit":"Open"').length - 1;
  for (let n = 0; n < 20; n += 1) expect((await postForm(site.url)).status).toBe(503);
  await waitForCondition(() => receiver.accepted.length > 1, 'the alert of the outage');
  faultProxy.isDown = false;
  await waitUntilStored(site);
  const before = countOpenedCircuits();
  faultProxy.isDown = true;
  await waitForCondition(
    async () => (await postForm(site.url), countOpenedCircuits() > before),
    'the next outage',
  );
  await postForm(site.url);
  const outages = receiver.received.filter(({ kind }) => kind === 'database-away');
  printFigure('two outages within half an hour', `${outages.length} alert`);
  expect(outages).toHaveLength(1);
  faultProxy.isDown = false;
});

const waitUntilStored = ({ url }: Site) =>
  waitForCondition(async () => (await postForm(url)).status === 201, 'storing again');

/** Sends a request as the page's own code does once, and returns what the visitor is told. */
async function submit(site: Site) {
  const { status, body } = await postForm(site.url);
  return { status, error: (JSON.parse(body) as { error?: ErrorCode }).error ?? '' };
}
const listOutages = () => receiver.received.filter(({ kind }) => kind === 'database-away');

describe('requests that cannot be stored, for a reason that is not the visitor’s,', () => {
  const INSERT_CALL = 'POST /rest/v1/strategy_sessions';
  const formatError = (code: string, message = 'email') =>
    JSON.stringify({ code, message, details: null, hint: null });
  const cloudflare = '<!DOCTYPE html><p>You can email the site owner.</p>';
  type Case = [status: number, cause: string, body: string, onlyCall?: string];
  const cases: Case[] = [
    [540, 'out of reach (540)', ''],
    [401, 'refused the key (401)', '{"message":"Invalid API key"}'],
    [403, 'refused the key (403)', cloudflare],
    [405, 'has failed (405 25006)', formatError('25006'), INSERT_CALL],
  ];
  const moreCases: Case[] = [
    ...[521, 522, 525, 530, 544].map((status): Case => [status, `(${status})`, cloudflare]),
    [402, 'out of reach (402)', '{"message":"exceed_egress_quota"}'],
    [404, 'out of reach (404)', ''],
    [404, 'missing or closed (404 PGRST205)', formatError('PGRST205')],
    [406, 'missing or closed (406 PGRST106)', formatError('PGRST106')],
    [503, 'has failed (503 53100)', formatError('53100'), INSERT_CALL],
    [418, 'out of reach (418)', cloudflare],
  ];
  test.each(
    (process.env.FULL ? [...cases, ...moreCases] : cases).map(
      ([status, cause, body, onlyCall]) => ({ status, cause, body, onlyCall }),
    ),
  )('alert the owner once: $status $cause', async ({ status, body, cause, onlyCall }) => {
    const { faultProxy, site } = await startSiteBehindProxy();
    faultProxy.answer = { status, body };
    faultProxy.onlyCall = onlyCall;
    for (let n = 0; n < 4; n += 1) {
      const { error } = await submit(site);
      expect(error).toBe(status >= 500 && !body.includes('53100') ? 'unavailable' : 'internal');
      expect(isOurFault(error)).toBe(true);
    }
    await waitForCondition(() => listOutages().length > 0, 'the alert of the outage');
    printFigure(`alert of ${status}`, JSON.stringify(listOutages()[0]?.text));
    expect(listOutages()[0]?.text).toContain(cause);
    expect(listCanaries(JSON.stringify(listOutages()))).toEqual([]);

    faultProxy.answer = undefined;
    await waitUntilStored(site);
    expect(listOutages()).toHaveLength(1);
    expect(site.readLog()).toContain('"msg":"strategy session not stored"');
    expect(listCanaries(site.readLog())).toEqual([]);
  });

  type Change = [plant: string, undo: string];
  const createTrigger = (body: string, more = '') => `${more};
    create function public.notify_by_email() returns trigger language plpgsql as $$
      begin ${body}; return new; end $$;
    create trigger email_notification after insert on public.strategy_sessions
      for each row execute function public.notify_by_email()`;
  const DROP_TRIGGER = 'drop function public.notify_by_email cascade';
  const callTrigger = (body: string): Change => [createTrigger(body), DROP_TRIGGER];
  const GRANT = 'grant all on public.email_log to service_role';
  const EMAIL_LOG = `
    create table public.email_log (email text not null check (email is null)); ${GRANT}`;
  /** A trigger that writes into another table of the owner. */
  const logTrigger = (value: string, table = EMAIL_LOG): Change => [
    createTrigger(`insert into public.email_log values (${value})`, table),
    `${DROP_TRIGGER}; drop table public.email_log`,
  ];
  const forbiddenLog = `${EMAIL_LOG}; revoke all on public.email_log from service_role`;
  const filledLog = `create table public.email_log (email int unique); ${GRANT};
    insert into public.email_log values (1)`;
  const newColumn: Change = [
    `delete from public.strategy_sessions;
      alter table public.strategy_sessions add email_verified boolean not null`,
    'alter table public.strategy_sessions drop email_verified',
  ];
  const missingFunction = callTrigger('perform public.send_email_notification(new.id)');
  const brokenTriggers: [what: string, change: Change, code: string][] = [
    ['a missing table', callTrigger('insert into public.email_queue values (new.email)'), '42P01'],
    ['an error of its own', callTrigger("raise 'Email service: url argument is missing'"), 'P0001'],
    ['a table that it may not write', logTrigger('new.email', forbiddenLog), '42501'],
    ['a rule of another table', logTrigger('new.email'), '23514'],
    ['an empty field of another table', logTrigger('null'), '23502'],
    ['a row that another table has', logTrigger('1', filledLog), '23505'],
    ['a column that must not be empty', newColumn, '23502'],
  ];
  test('are never blamed on the visitor, whatever a trigger of the owner runs into', async () => {
    const { site } = await startSiteBehindProxy();
    const [plantFirst, undoFirst] = missingFunction;
    await runSql(plantFirst);
    for (let n = 0; n < 4; n += 1)
      expect(await submit(site)).toEqual({ status: 500, error: 'internal' });
    await waitForCondition(() => listOutages().length > 0, 'the alert of the outage');
    printFigure('alert of a broken trigger', JSON.stringify(listOutages()[0]?.text));
    expect(listOutages()[0]?.text).toContain('missing or closed (404 42883)');
    await runSql(undoFirst);
    expect((await submit(site)).status).toBe(201);

    for (const [what, [plant, undo], code] of brokenTriggers) {
      await runSql(plant);
      const answer = await submit(site);
      await runSql(undo);
      expect({ what, ...answer }).toEqual({ what, status: 500, error: 'internal' });
      // The log arrives after the answer.
      await waitForCondition(() => site.readLog().includes(`"code":"${code}"`), code);
      expect((await submit(site)).status).toBe(201);
    }
    expect(listOutages()).toHaveLength(1);
    expect(listCanaries(JSON.stringify(listOutages()) + site.readLog())).toEqual([]);
  });
});

if (process.env.FULL)
  describe('on a site without visitors', () => {
    test('the timer sends what is due, also while the server stops', async () => {
      const { site } = await startSiteBehindProxy();
      receiver.getReplyMode = () => 'hang';
      await runSql(`insert into public.strategy_sessions (service_type, email)
        values ('other', 'eva@mail.example')`);
      await waitForCondition(() => receiver.received.length > 0, 'an alert by the timer', 90);
      await stopWhileSending(site);
      expect(await runSql("select sent from public.alerts where kind = 'request'")).toEqual([
        { sent: ['webhook'] },
      ]);
    });

    test.each<[what: string, breakDatabase: (faultProxy: FaultProxy) => unknown]>([
      ['is down', (faultProxy) => (faultProxy.isDown = true)],
      ['never answers', makeSilent],
    ])('the timer notices that the database %s', async (_what, breakDatabase) => {
      const { faultProxy } = await startSiteBehindProxy();
      breakDatabase(faultProxy);
      await waitForCondition(() => receiver.received.length > 0, 'the alert of the outage', 120);
      expect(receiver.received).toMatchObject([{ kind: 'database-away' }]);
    });
  });

const formatFailedDelivery = (channel: string) => `"channel":"${channel}","failure"`;
