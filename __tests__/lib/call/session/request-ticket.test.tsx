import { act } from '@testing-library/react';
import { requestTicket } from '@/lib/call/session/request-ticket';
import {
  mountCallAt,
  outcomes,
  expectNothingOpen,
  leavePage,
  reports,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

const idle = { status: 'idle', failure: null, ended: null };

/** Starts a call whose microphone is allowed after this time. */
async function startAndAllowAfter(ms: number) {
  const widget = await mountCallAt('ticket');
  await performStep(undefined, ms);
  await performStep(() => world.answerPrompt());
  return widget;
}

describe('a press on Start', () => {
  it('requests a ticket for the assistant from our server first', async () => {
    const widget = await mountCallAt('start', 'voice', { assistantId: 'prospect' });
    expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'ticket' });
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: '{"assistantId":"prospect"}' };
    expect(fetch).toHaveBeenLastCalledWith('/api/call/ticket', expect.objectContaining(request));
    expect(world.prompts).toEqual([]);
  });

  it('asks for the microphone once it has the ticket, then dials with it', async () => {
    const widget = await mountCallAt('ticket');
    expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'microphone' });
    expect(world.prompts).toHaveLength(1);
    await performStep(() => world.answerPrompt());
    expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'dialling' });
    expect(world.dialled).toEqual(['ticket-1']);
  });

  it.each([
    ['calls_spent', 'calls-spent'],
    ['calls_off', 'calls-off'],
    ['calls_busy', 'service-busy'],
    ['unknown_assistant', 'assistant-unknown'],
    ['unavailable', 'service-failed'],
    ['of a newer server', 'start-failed'],
  ])('refused with %s fails with %s and asks for no microphone', async (error, kind) => {
    const widget = await mountCallAt('start');
    await performStep(() => world.answerTicket(error));
    const failure = { kind, phase: 'ticket' };
    expect(widget.getState()).toEqual({ ...idle, failure });
    expect(outcomes).toEqual({ starts: 0, ends: [], errors: [failure] });
    expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
    expect(world.prompts).toEqual([]);
    expect(world.sdks).toEqual([]);
    expect(world.leaveReports).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a lost line', new TypeError('Failed to fetch'), 'service-unreachable'],
    ['an answer in HTML', new SyntaxError('Unexpected <'), 'service-failed'],
    ['no body', null, 'start-failed'],
    ['no ticket', { ok: true, lifetimeSeconds: 120 }, 'start-failed'],
    ['no lifetime', { ok: true, ticket: 'a' }, 'start-failed'],
  ])('fails after %s', async (_, answer, kind) => {
    const widget = await mountCallAt('start');
    const [request] = world.tickets;
    await performStep(() =>
      answer instanceof Error
        ? request?.reject(answer)
        : request?.resolve({ status: 200, json: () => Promise.resolve(answer) }),
    );
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: { kind, phase: 'ticket' } });
    expect(world.prompts).toEqual([]);
  });

  it('reports the status of an unreadable answer to the developer', async () => {
    const answer = requestTicket('prospect', new AbortController().signal);
    world.tickets[0]?.resolve({ status: 503, json: () => Promise.resolve(null) });
    const detail = 'call/ticket answered 503';
    const failure = { kind: 'start-failed', phase: 'ticket' };
    expect(await answer).toEqual({ ok: false, failure, detail });
  });

  it('waits ten seconds for the ticket', async () => {
    const widget = await mountCallAt('start');
    await performStep(undefined, 9_900);
    expect(widget.getState().status).toBe('connecting');
    await performStep(undefined, 100);
    const failure = { kind: 'service-unreachable', phase: 'ticket' };
    expect(widget.getState()).toEqual({ ...idle, failure });
    expect(world.tickets).toEqual([]);
  });

  it('waits for the visitor without a limit', async () => {
    const widget = await mountCallAt('ticket');
    await performStep(undefined, 60_000);
    expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'microphone' });
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('canceled while the ticket is requested', () => {
  it('aborts the request without a failure', async () => {
    const widget = await mountCallAt('start');
    act(() => widget.getSession().end());
    expect(widget.getState()).toEqual(idle);
    expect(world.tickets).toEqual([]);
    await performStep(undefined, 60_000);
    expect(world.prompts).toEqual([]);
    expect(outcomes.errors).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('and started again, asks for one microphone and dials one call', async () => {
    const widget = await mountCallAt('start');
    await performStep(() => {
      widget.getSession().end();
      widget.getSession().start();
    });
    await performStep(() => world.answerTicket());
    expect(world.prompts).toHaveLength(1);
    await performStep(() => world.answerPrompt());
    expect(world.dialled).toEqual(['ticket-1']);
  });

  it('ignores an answer that arrives at the same moment', async () => {
    const widget = await mountCallAt('start');
    await performStep(() => {
      world.answerTicket();
      widget.getSession().end();
    });
    expect(widget.getState()).toEqual(idle);
    expect(world.prompts).toEqual([]);
  });
});

describe('a microphone', () => {
  it('allowed within 100 s is used with the first ticket', async () => {
    await startAndAllowAfter(99_900);
    expect(world.ticketBodies).toHaveLength(1);
    expect(world.dialled).toEqual(['ticket-1']);
  });

  it('allowed later needs one more ticket for the same assistant', async () => {
    const widget = await startAndAllowAfter(101_000);
    expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'ticket' });
    expect(world.dialled).toEqual([]);
    await performStep(() => world.answerTicket());
    expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'dialling' });
    expect(world.ticketBodies).toEqual(Array(2).fill({ assistantId: 'default-assistant' }));
    expect(world.dialled).toEqual(['ticket-2']);
  });

  it('is closed before the refusal of the second ticket is shown', async () => {
    const widget = await startAndAllowAfter(101_000);
    const liveTrackCounts: number[] = [];
    widget.getSession().state.subscribe(() => liveTrackCounts.push(world.liveTracks.length));
    await performStep(() => world.answerTicket('calls_spent'));
    expect(widget.getState()).toMatchObject({ failure: { kind: 'calls-spent', phase: 'ticket' } });
    expect(liveTrackCounts).toEqual([0, 0]);
    expect(world.dialled).toEqual([]);
  });

  it.each([
    ['Cancel', (end: () => void) => act(end)],
    ['leaving the page', leavePage],
  ])('is closed immediately by %s while the ticket is renewed', async (_, leave) => {
    const widget = await startAndAllowAfter(101_000);
    expect(world.liveTracks).toHaveLength(1);
    leave(() => widget.getSession().end());
    expect(widget.getState()).toEqual(idle);
    expectNothingOpen();
    expect(world.tickets).toEqual([]);
    await performStep(undefined, 60_000);
    expect(world.dialled).toEqual([]);
    expect(outcomes.errors).toEqual([]);
  });

  it('allowed late after Cancel needs no other ticket', async () => {
    const widget = await mountCallAt('ticket');
    await performStep(() => widget.getSession().end(), 101_000);
    await performStep(() => world.answerPrompt());
    expect(world.ticketBodies).toHaveLength(1);
    expectNothingOpen();
  });

  it('is closed by Cancel at the moment when the second ticket arrives', async () => {
    const widget = await startAndAllowAfter(101_000);
    await performStep(() => {
      world.answerTicket();
      widget.getSession().end();
    });
    expect(widget.getState()).toEqual(idle);
    expect(world.dialled).toEqual([]);
    expectNothingOpen();
  });
});
