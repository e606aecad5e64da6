/** @jest-environment node */
import { readSdkMessage } from '@/lib/call/sdk/sdk-events';

it('reads transcripts of both kinds and sides', () => {
  const raw = { type: 'transcript', role: 'user', transcriptType: 'partial', transcript: ' Hi ' };
  const read = { type: 'transcript', who: 'visitor', final: false, text: 'Hi' };
  expect(readSdkMessage(raw)).toEqual(read);
  const filtered = {
    type: 'transcript[transcriptType="final"]',
    role: 'assistant',
    transcriptType: 'final',
    transcript: 'Hello',
  };
  expect(readSdkMessage(filtered)).toMatchObject({ who: 'assistant', final: true });
});

it.each([
  ['silence-timed-out', 'silence-timed-out'],
  [undefined, undefined],
  [7, undefined],
])('reads the end of the call with the reason %p as %p', (reason, endedReason) => {
  const ended = { type: 'status-update', status: 'ended', endedReason: reason };
  expect(readSdkMessage(ended)).toEqual({ type: 'call-ended', endedReason });
});

it.each([
  null,
  'transcript',
  { type: 'transcript', role: 'user', transcript: { text: 'an object' } },
  { type: 'transcript', role: 'user', transcript: '   ' },
  { type: 'transcript', role: 'system', transcript: 'prompt' },
  { type: 'transcripts', role: 'user', transcript: 'x' },
  { type: 'status-update', status: 'in-progress' },
  { type: 'hang', status: 'ended' },
  { type: 'old-transcript', role: 'user', transcript: 'x' },
  { type: 7, role: 'user', transcript: 'x' },
  undefined,
])('ignores %p', (raw) => {
  expect(readSdkMessage(raw)).toBeNull();
});

describe('the assistant’s tools', () => {
  const createToolCall = (name: string, args: unknown = {}) => ({
    id: 'call-1',
    type: 'function',
    function: { name, arguments: args },
  });
  const createToolCalls = (...toolCallList: unknown[]) => ({ type: 'tool-calls', toolCallList });
  const args = { date: '2026-11-27' };
  const book = createToolCall('book_appointment', args);
  const asParameters = { id: 'call-1', function: { name: 'book_appointment', parameters: args } };
  const read = { id: 'call-1', name: 'book_appointment', args };

  it.each([
    ['as an object', createToolCalls(book)],
    ['as JSON', createToolCalls(createToolCall('book_appointment', '{"date":"2026-11-27"}'))],
    ['flat', createToolCalls({ id: 'call-1', name: 'book_appointment', arguments: args })],
    ['with their tools', { type: 'tool-calls', toolWithToolCallList: [{ toolCall: book }] }],
    [
      'as parameters next to an empty list',
      { ...createToolCalls(), toolWithToolCallList: [{ toolCall: asParameters }] },
    ],
  ])('are read %s', (_, message) => {
    expect(readSdkMessage(message)).toEqual({ type: 'tool-calls', calls: [read] });
  });

  it('are read from one list only', () => {
    const message = {
      ...createToolCalls(createToolCall('book_appointment')),
      toolWithToolCallList: [{ toolCall: createToolCall('create_ticket') }],
    };
    expect(readSdkMessage(message)).toMatchObject({ calls: [{ name: 'book_appointment' }] });
  });

  it.each(['{"date":', '"text"', 'null', 7, null, undefined])(
    'are read without arguments from %j',
    (args) => {
      const message = createToolCalls({
        id: 'call-1',
        function: { name: 'create_ticket', arguments: args },
      });
      const read = { id: 'call-1', name: 'create_ticket', args: {} };
      expect(readSdkMessage(message)).toEqual({ type: 'tool-calls', calls: [read] });
    },
  );

  it('are left out one by one when they have no name', () => {
    const message = createToolCalls(
      { id: 'call-2', function: {} },
      createToolCall('create_ticket'),
      null,
      'text',
    );
    expect(readSdkMessage(message)).toMatchObject({ calls: [{ name: 'create_ticket' }] });
  });

  it.each([
    createToolCalls({ function: { name: 'create_ticket' } }),
    createToolCalls({ id: 7, function: { name: 'create_ticket' } }),
    createToolCalls({ id: 'call-1', function: { name: 7 } }),
    createToolCalls({ id: 'call-1', function: 'create_ticket' }),
    { type: 'tool-calls', toolCallList: 'text', toolWithToolCallList: [null, { toolCall: 1 }] },
    { type: 'tool-calls' },
    { type: 'function-call', functionCall: { name: 'create_ticket' } },
    { type: 'tool-calls-result' },
    { type: 'tool-calls-result', toolCallResult: null },
    { type: 'tool-calls-result', toolCallResult: { id: 'call-1', result: 'ok' } },
    { type: 'tool-calls-result', toolCallResult: { toolCallId: 7, result: 'ok' } },
  ])('are not read from %j', (raw) => {
    expect(readSdkMessage(raw)).toBeNull();
  });

  it.each([
    [{ result: 'moved' }, true],
    [{ result: 'moved', error: null }, true],
    [{}, true],
    [{ error: 'calendar away' }, false],
    [{ error: { code: 1 }, result: 'moved' }, false],
    [{ error: '', result: 'moved' }, true],
  ])('have succeeded with %j: %s', (fields, ok) => {
    const toolCallResult = { toolCallId: 'call-1', name: 'move_appointment', ...fields };
    const message = { type: 'tool-calls-result', toolCallResult };
    expect(readSdkMessage(message)).toEqual({ type: 'tool-result', id: 'call-1', ok });
  });
});
