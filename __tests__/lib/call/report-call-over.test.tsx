import { act } from '@testing-library/react';
import {
  mountCallAt,
  leavePage,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './session/call-fixture';

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

it('ignores a lost report', async () => {
  const widget = await mountCallAt('live');
  jest.mocked(fetch).mockRejectedValue(new TypeError('offline'));
  await performStep(() => widget.getSession().end(), 600);
  expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
});
