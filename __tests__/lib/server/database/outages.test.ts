import {
  alertOutage as alert,
  countLostRequest,
  endOutage,
  tellOutage,
} from '@/lib/server/database/outages';
import { collectBackgroundWork } from '@/__tests__/support/shared-state';
import { installFakeClock } from '../fake-clock';
import { collectLogLines } from '../log/log-lines';
import { connectReceivers, refuseMail, setUpChannels } from '../notify/fake-receivers';
import { changeSettings, provideSettings } from '../settings';

provideSettings();
const MINUTE = 60_000;
const logged = collectLogLines();
const alertOutage = () => alert({ status: 0 });
/** The background jobs tell what could not be told. */
async function advance(ms: number) {
  for (let left = ms; left > 0; left -= 1000) {
    await jest.advanceTimersByTimeAsync(Math.min(left, 1000));
    tellOutage();
  }
  await jest.advanceTimersByTimeAsync(0);
}
const fail = () => new Response('', { status: 500 });
let receivers: ReturnType<typeof connectReceivers>;
const listAlerted = () => receivers.received.map(({ channel }) => channel);
const BOTH = ['webhook', 'mail'];

beforeEach(() => {
  installFakeClock();
  setUpChannels();
  receivers = connectReceivers(() => undefined);
});

test('an outage is told once over each channel, however often circuits open', async () => {
  for (let n = 0; n < 100; n += 1) {
    alertOutage();
    await advance(MINUTE);
  }
  expect(listAlerted()).toEqual(BOTH);
  expect(receivers.received[0]).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    kind: 'database-away',
    text: expect.stringMatching(/out of reach \(no answer\)\. R.*\n.*dashboard/) as string,
  });
});

test('only a failing channel is tried again, every half a minute, with the same id', async () => {
  const times: number[] = [];
  const startedAt = Date.now();
  receivers.answerWebhook = () => {
    times.push(Math.round((Date.now() - startedAt) / 1000));
    return fail();
  };
  alertOutage();
  await advance(2 * MINUTE);
  expect(times).toEqual([0, 30, 60, 90, 120]);
  expect(receivers.listFrom('mail')).toHaveLength(1);
  expect(new Set(receivers.listFrom('webhook').map(({ id }) => id)).size).toBe(1);
  const line = { level: 'warn', kind: 'database-away', channel: 'webhook' };
  expect(logged[0]).toMatchObject({ ...line, failure: 'status 500', msg: 'alert not delivered' });
  receivers.answerWebhook = () => new Response('ok');
  await advance(60 * MINUTE);
  expect(receivers.listFrom('webhook')).toHaveLength(times.length + 1);
});

test('a receiver is asked again when it says, and not once the outage is over', async () => {
  receivers.answerMail = refuseMail;
  receivers.answerWebhook = () =>
    new Response('', { status: 429, headers: { 'retry-after': '60' } });
  alertOutage();
  await advance(59_999);
  expect(receivers.listFrom('webhook')).toHaveLength(1);
  expect(receivers.listFrom('mail')).toHaveLength(2);
  await advance(1);
  expect(receivers.listFrom('webhook')).toHaveLength(2);
  endOutage();
  receivers.received.length = 0;
  await advance(60 * MINUTE);
  expect(listAlerted()).toEqual([]);
});

test('the next outage is told half an hour after the last one, with another id', async () => {
  alertOutage();
  await advance(10 * MINUTE);
  endOutage();
  alertOutage();
  await advance(20 * MINUTE - 1);
  alertOutage();
  expect(listAlerted()).toHaveLength(2);
  await advance(1);
  alertOutage();
  await advance(0);
  expect(listAlerted()).toHaveLength(4);
  expect(new Set(receivers.received.map(({ id }) => id)).size).toBe(2);
});

test('an outage that ends while it is being told is not told again', async () => {
  changeSettings({ ALERT_SMTP_URL: undefined });
  receivers.answerWebhook = () =>
    new Promise((resolve) => setTimeout(resolve, 20_000, new Response('ok')));
  alertOutage();
  await advance(1000);
  endOutage();
  alertOutage();
  await advance(20 * MINUTE);
  expect(listAlerted()).toEqual(['webhook']);
});

test('a serverless host is asked to wait', () => {
  const work = collectBackgroundWork();
  alertOutage();
  expect(work).toContainEqual(expect.any(Promise));
});

describe('requests that are lost', () => {
  const loseRequests = async (count: number, failure = { status: 405, code: '25006' }) => {
    for (let n = 0; n < count; n += 1) countLostRequest(failure);
    await advance(0);
  };

  test('alert at the third in a row, with the cause, and again after six hours', async () => {
    await loseRequests(2);
    endOutage();
    await loseRequests(2);
    expect(listAlerted()).toEqual([]);
    await loseRequests(1);
    expect(listAlerted()).toEqual(BOTH);
    expect(receivers.received[0]?.text).toContain(
      'The database has failed (405 25006). ' +
        'Requests are not stored, and visitors are shown a mail address.',
    );
    await advance(6 * 60 * MINUTE - 1);
    await loseRequests(1);
    expect(listAlerted()).toHaveLength(2);
    await advance(1);
    await loseRequests(1);
    expect(listAlerted()).toHaveLength(4);
  });

  test.each([
    [{ status: 401 }, BOTH],
    [{ status: 404, code: 'PGRST205' }, BOTH],
    [{ status: 402 }, BOTH],
    [{ status: 0 }, []],
    [{ status: 429 }, []],
  ])('alert at the first if the next must fail like it: %j', async (failure, alerted) => {
    await loseRequests(2, failure as { status: number; code: string });
    expect(listAlerted()).toEqual(alerted);
  });
});
