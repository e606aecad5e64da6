import { act } from '@testing-library/react';
import { callAt, reach, setUpFakeWorld, step, world } from './state/call-bench';

setUpFakeWorld();

const leavePage = () => act(() => void window.dispatchEvent(new Event('pagehide')));

it(
  'tells our server that a call is over, when it is released, even while the page is ' +
    'being left',
  async () => {
    const widget = await callAt('live');
    expect(world.left).toEqual([]);
    await step(() => widget.session().end(), 0);
    expect(widget.state().status).toBe('ending');
    expect(world.left).toEqual([]);
    await step();
    expect(widget.state().status).toBe('idle');
    const [path, init] = jest.mocked(fetch).mock.calls.at(-1) ?? [];
    expect(path).toBe('/api/call/left');
    expect(init).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ticket":"ticket-1","callId":"call-1"}',
      keepalive: true,
    });
  },
);

it('tells of every call once', async () => {
  const widget = await callAt('live');
  await step(() => world.room?.close(), 600);
  leavePage();
  await reach(widget, 'live');
  await step(() => widget.session().end(), 600);
  widget.unmount();
  leavePage();
  expect(world.left).toEqual([
    { ticket: 'ticket-1', callId: 'call-1' },
    { ticket: 'ticket-2', callId: 'call-2' },
  ]);
});

it('does not wait for the room when the page is left', async () => {
  const widget = await callAt('live');
  leavePage();
  expect(widget.state().status).toBe('ending');
  expect(world.left).toEqual([{ ticket: 'ticket-1', callId: 'call-1' }]);
});

it('tells of a call that the visitor had just ended when the page is left', async () => {
  const widget = await callAt('live');
  act(() => widget.session().end());
  leavePage();
  expect(world.left).toHaveLength(1);
  await step(undefined, 2_500);
  expect(world.left).toHaveLength(1);
});

describe('cancelled while the room is asked for', () => {
  it('a call is over for our server when it has a name or cannot come any more', async () => {
    const widget = await callAt('microphone');
    await step(() => widget.session().end(), 2_500);
    expect(widget.state().status).toBe('idle');
    expect(world.left).toEqual([]);
    await step(() => world.answerPost());
    expect(world.left).toEqual([{ ticket: 'ticket-1', callId: 'call-1' }]);
  });

  it('and refused, it has no name', async () => {
    const widget = await callAt('microphone');
    await step(() => widget.session().end());
    await step(() => world.answerPost({ ok: false, error: 'provider_failed' }));
    expect(world.left).toEqual([{ ticket: 'ticket-1', callId: null }]);
  });

  it('it is told of at once when the page is left', async () => {
    const widget = await callAt('microphone');
    await step(() => widget.session().end());
    leavePage();
    expect(world.left).toEqual([{ ticket: 'ticket-1', callId: null }]);
  });
});

it.each(['start', 'ticket'] as const)(
  'tells nothing of a call cancelled after the stage %s: none was dialled',
  async (stage) => {
    const widget = await callAt(stage);
    await step(() => widget.session().end());
    for (const answer of world.answers) await step(answer);
    leavePage();
    expect(world.left).toEqual([]);
  },
);

it('a lost report is no failure', async () => {
  const widget = await callAt('live');
  jest.mocked(fetch).mockRejectedValue(new TypeError('offline'));
  await step(() => widget.session().end(), 600);
  expect(widget.state()).toMatchObject({ status: 'idle', failure: null });
});
