import type { mountHook } from '../session/call-fixture';
import { mountCallAt, setUpFakeWorld, performStep, world } from '../session/call-fixture';

// The 23rd of November 2026 is a Monday.
setUpFakeWorld({ now: new Date(2026, 10, 23, 9) });

const createToolCalls = (id: string, name: string, args: object) => ({
  type: 'tool-calls',
  toolCallList: [{ id, type: 'function', function: { name, arguments: args } }],
});
const createResult = (toolCallId: string) => ({
  type: 'tool-calls-result',
  toolCallResult: { toolCallId, result: 'ok' },
});
const emitMessage = (message: object) => performStep(() => world.sdk?.emit('message', message));
const listEntries = (widget: ReturnType<typeof mountHook>) =>
  widget.getSession().transcript.get().entries;

it('is shown while it runs, and as done after the result', async () => {
  const widget = await mountCallAt('live');
  await emitMessage(
    createToolCalls('a', 'move_appointment', { date: '2026-11-27', time: '10:00', phone: '123' }),
  );
  const shown = { tool: 'move_appointment', detail: 'Friday, 10:00' };
  const card = { id: 1, kind: 'tool', callId: 'a', ...shown };
  expect(listEntries(widget)).toMatchObject([{ ...card, done: false }]);
  await emitMessage(createResult('a'));
  expect(listEntries(widget)).toMatchObject([{ ...card, done: true }]);
  await performStep(() => widget.getSession().end());
  expect(listEntries(widget)).toMatchObject([{ ...card, done: true }]);
});

it('does not render the widget', async () => {
  const widget = await mountCallAt('live');
  const before = widget.getState();
  await emitMessage(createToolCalls('a', 'create_ticket', {}));
  await emitMessage(createResult('a'));
  await performStep(() => widget.getSession().type('Thanks'));
  await performStep(() => widget.getSession().call?.setTyping(true));
  expect(widget.getState()).toBe(before);
});
