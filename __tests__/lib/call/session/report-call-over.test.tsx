import { act } from '@testing-library/react';
import {
  mountCallAt,
  leavePage,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

it('reports a released call to our server, with a request that outlives the page', async () => {
  const widget = await mountCallAt('live');
  expect(world.leaveReports).toEqual([]);
  await performStep(() => widget.getSession().end(), 0);
  expect(widget.getState().status).toBe('ending');
  expect(world.leaveReports).toEqual([]);
  await performStep();
  expect(widget.getState().status).toBe('idle');
  const [path, init] = jest.mocked(fetch).mock.calls.at(-1) ?? [];
  expect(path).toBe('/api/call/left');
  expect(init).toEqual({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ticket":"ticket-1","callId":"call-1"}',
    keepalive: true,
  });
});

it('reports every call once', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => world.room?.close(), 600);
  leavePage();
  await playUntil(widget, 'live');
  await performStep(() => widget.getSession().end(), 600);
  widget.unmount();
  leavePage();
  expect(world.leaveReports).toEqual([
    { ticket: 'ticket-1', callId: 'call-1' },
    { ticket: 'ticket-2', callId: 'call-2' },
  ]);
});

it.each([
  ['during the call', () => undefined],
  ['just after its end', (end: () => void) => act(end)],
])('does not wait for the room when the page is left %s', async (_, actFirst) => {
  const widget = await mountCallAt('live');
  actFirst(() => widget.getSession().end());
  leavePage();
  expect(widget.getState().status).toBe('ending');
  expect(world.leaveReports).toEqual([{ ticket: 'ticket-1', callId: 'call-1' }]);
  await performStep(undefined, 2_500);
  expect(world.leaveReports).toHaveLength(1);
});

describe('canceled while the room is requested', () => {
  it('a call is reported once its id is known', async () => {
    const widget = await mountCallAt('microphone');
    await performStep(() => widget.getSession().end(), 2_500);
    expect(widget.getState().status).toBe('idle');
    expect(world.leaveReports).toEqual([]);
    await performStep(() => world.answerPost());
    expect(world.leaveReports).toEqual([{ ticket: 'ticket-1', callId: 'call-1' }]);
  });

  it('a refused call is reported without an id', async () => {
    const widget = await mountCallAt('microphone');
    await performStep(() => widget.getSession().end());
    await performStep(() => world.answerPost({ ok: false, error: 'provider_failed' }));
    expect(world.leaveReports).toEqual([{ ticket: 'ticket-1', callId: null }]);
  });

  it('a call is reported immediately when the page is left', async () => {
    const widget = await mountCallAt('microphone');
    await performStep(() => widget.getSession().end());
    leavePage();
    expect(world.leaveReports).toEqual([{ ticket: 'ticket-1', callId: null }]);
  });
});

it.each(['start', 'ticket'] as const)(
  'reports nothing after the stage %s, where no call was dialled',
  async (stage) => {
    const widget = await mountCallAt(stage);
    await performStep(() => widget.getSession().end());
    for (const answer of world.answers) await performStep(answer);
    leavePage();
    expect(world.leaveReports).toEqual([]);
  },
);

describe('a report that is lost', () => {
  const outage = jest.fn(() => Promise.reject<unknown>(new TypeError('offline')));

  /** Plays a call whose reports meet the outage. Returns a function that ends the outage. */
  async function playOutage(answer: () => Promise<unknown>) {
    const widget = await mountCallAt('live');
    const { fetch: fetchAsBefore } = globalThis;
    globalThis.fetch = outage.mockReset().mockImplementation(answer) as unknown as typeof fetch;
    await performStep(() => widget.getSession().end(), 600);
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
    expect(world.leaveReports).toEqual([]);
    return () => (globalThis.fetch = fetchAsBefore);
  }

  it.each([
    ['the network is gone', () => Promise.reject(new TypeError('offline'))],
    ['our server cannot store it', () => Promise.resolve({ status: 503 })],
  ])('is repeated while %s, until it arrives', async (_, answer) => {
    const endOutage = await playOutage(answer);
    await performStep(undefined, 60_000);
    endOutage();
    await performStep(undefined, 2_000);
    expect(world.leaveReports).toEqual([{ ticket: 'ticket-1', callId: 'call-1' }]);
    leavePage();
    await performStep(undefined, 60_000);
    expect(world.leaveReports).toHaveLength(1);
  });

  it('is repeated when the page is left', async () => {
    const endOutage = await playOutage(() => Promise.reject(new TypeError('offline')));
    endOutage();
    leavePage();
    await performStep(undefined, 60_000);
    expect(world.leaveReports).toHaveLength(1);
  });

  it('is not repeated if our server refuses it', async () => {
    await playOutage(() => Promise.resolve({ status: 422 }));
    await performStep(undefined, 60_000);
    expect(outage).toHaveBeenCalledTimes(1);
  });

  it('is given up once the provider has ended the call by itself', async () => {
    await playOutage(() => Promise.reject(new TypeError('offline')));
    await performStep(undefined, 600_000);
    const tries = outage.mock.calls.length;
    leavePage();
    await performStep(undefined, 600_000);
    expect(outage).toHaveBeenCalledTimes(tries);
  });
});
