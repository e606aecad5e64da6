import {
  readCameraError,
  readSdkError,
  readSdkMessage,
  type ErrorReading,
} from '@/lib/call/sdk/sdk-events';
import { readEndedReason, type EndReading } from '@/lib/call/ended-reason';
import type { FailureKind } from '@/lib/call/failures';
import type { CallPhase } from '@/lib/call/types';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

const createFatal = (kind: FailureKind) => ({ effect: 'fatal', kind }) as const;
const createEnd = (reason: 'assistant' | 'time-limit') => ({ effect: 'end', reason }) as const;
const doubtful = { effect: 'doubtful', kind: 'unknown' } as const;
const harmless = { effect: 'harmless' } as const;

it.each<[keyof typeof sdkErrors, CallPhase, ErrorReading]>([
  ['offline', 'joining', createFatal('service-unreachable')],
  ['noWebRtc', 'joining', createFatal('unsupported-browser')],
  ['duplicate', 'joining', createFatal('start-failed')],
  ['noRoom', 'joining', createFatal('call-refused')],
  ['noRoom', 'live', doubtful],
  ['joinRefused', 'joining', createFatal('call-refused')],
  ['scriptMissing', 'joining', createFatal('script-blocked')],
  ['scriptMissingAgain', 'joining', createFatal('script-blocked')],
  ['ejected', 'waiting', createFatal('call-refused')],
  ['ejected', 'live', createEnd('assistant')],
  ['roomExpired', 'live', createEnd('time-limit')],
  ['connectionLost', 'waiting', createFatal('service-unreachable')],
  ['connectionLost', 'live', createFatal('connection-lost')],
  ['noiseFilter', 'waiting', harmless],
  ['playbackBlocked', 'waiting', { effect: 'playback-blocked' }],
  ['neverSeen', 'joining', createFatal('unknown')],
  ['neverSeen', 'live', doubtful],
])('reads the recorded error %s while %s', (name, phase, reading) => {
  expect(readSdkError(sdkErrors[name], phase)).toEqual(reading);
});

const loop: Record<string, unknown> = { type: 'reconnect-error' };
loop.error = loop;
const nest = (depth: number, key: string): unknown =>
  depth === 0 ? { type: 'no-room' } : { [key]: nest(depth - 1, key) };

it.each<[unknown, CallPhase, ErrorReading]>([
  ...[undefined, null, 'text', 42, [], { error: null }].map(
    (raw): [unknown, CallPhase, ErrorReading] => [raw, 'joining', createFatal('unknown')],
  ),
  [loop, 'joining', createFatal('start-failed')],
  [{ type: 'audio-processor-recovery-error' }, 'live', harmless],
  [{ type: 'daily-error', error: { type: 'exp-token' } }, 'live', createEnd('time-limit')],
])('reads %p while %s', (raw, phase, reading) => {
  expect(readSdkError(raw, phase)).toEqual(reading);
});

it.each<[unknown, FailureKind]>([
  [{ message: 'Failed to load Call Object Bundle' }, 'script-blocked'],
  [{ message: 'NetworkError when attempting' }, 'service-unreachable'],
  [{ message: 'Load failed' }, 'service-unreachable'],
  ...['meeting-full', 'exp-room', 'exp-token', 'nbf-room', 'nbf-token', 'end-of-life'].map(
    (type): [object, FailureKind] => [{ type }, 'call-refused'],
  ),
  [{ type: 'of-no-known-type' }, 'start-failed'],
  ...['error', 'message'].flatMap((key): [unknown, FailureKind][] => [
    [nest(4, key), 'call-refused'],
    [nest(5, key), 'start-failed'],
  ]),
])('reads %j while joining as %s', (error, kind) => {
  expect(readSdkError({ type: 'reconnect-error', error }, 'joining')).toEqual(createFatal(kind));
});

it.each<[unknown, FailureKind]>([
  [cameraErrors.denied, 'microphone-denied'],
  [cameraErrors.deniedBySystem, 'microphone-denied-by-system'],
  [cameraErrors.missing, 'microphone-missing'],
  [cameraErrors.constraints, 'microphone-missing'],
  [cameraErrors.busy, 'microphone-busy'],
  [{ error: { type: 'undefined-mediadevices' } }, 'unsupported-browser'],
])('reads the microphone’s error %j as %s', (error, kind) => {
  expect(readCameraError(error)).toBe(kind);
});

const ended = (reason: EndReading['reason']) => ({ reason });
const broken = (failure: FailureKind): EndReading => ({ reason: 'failed', failure });

it.each<[EndReading, (string | undefined)[]]>([
  [ended('assistant'), [undefined, 'assistant-said-end-call-phrase', 'a-new-reason']],
  [ended('visitor'), ['customer-ended-call']],
  [ended('silence'), ['silence-timed-out']],
  [ended('time-limit'), ['exceeded-max-duration']],
  [broken('microphone-denied'), ['customer-did-not-give-microphone-permission']],
  [broken('assistant-unknown'), ['assistant-not-found', 'assistant-not-valid']],
  [
    broken('quota-exhausted'),
    ['over-quota', 'no-credit-error', 'concurrency-limit', 'pipeline-error-openai-quota'],
  ],
  [
    broken('assistant-failed'),
    ['pipeline-error', 'x-fault', 'voice-failed', 'x-join-timed-out', 'worker-shutdown'],
  ],
])('takes for %j the ended reasons %j', (reading, reasons) => {
  for (const reason of reasons) expect(readEndedReason(reason, 'assistant')).toEqual(reading);
});

const words = { type: 'transcript', role: 'user', transcriptType: 'partial', transcript: ' Hi ' };

it.each<[object, object]>([
  [words, { type: 'transcript', who: 'visitor', final: false, text: 'Hi' }],
  [
    {
      type: 'transcript[transcriptType="final"]',
      role: 'assistant',
      transcriptType: 'final',
      transcript: 'Hello',
    },
    { type: 'transcript', who: 'assistant', final: true, text: 'Hello' },
  ],
  [
    { type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' },
    { type: 'call-ended', endedReason: 'silence-timed-out' },
  ],
  [
    { type: 'status-update', status: 'ended', endedReason: 7 },
    { type: 'call-ended', endedReason: undefined },
  ],
])('reads %j', (raw, message) => {
  expect(readSdkMessage(raw)).toEqual(message);
});

it.each([
  ...[null, undefined, 'transcript', { ...words, type: 7 }, { ...words, type: 'old-transcript' }],
  ...[
    { ...words, transcript: { text: 'an object' } },
    { ...words, transcript: '   ' },
  ],
  ...[
    { ...words, role: 'system' },
    { type: 'status-update', status: 'in-progress' },
  ],
  { type: 'hang', status: 'ended' },
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

  it.each([
    ['as an object', createToolCalls(book)],
    ['as JSON', createToolCalls(createToolCall('book_appointment', JSON.stringify(args)))],
    [
      'without those that have no id or name',
      createToolCalls(
        ...[{ id: 'a', function: {} }, book, null, 'x'],
        { id: 7, function: { name: 'create_ticket' } },
        { id: 'call-1', function: 'create_ticket' },
      ),
    ],
  ])('are read %s', (_, message) => {
    const read = { id: 'call-1', name: 'book_appointment', args };
    expect(readSdkMessage(message)).toEqual({ type: 'tool-calls', calls: [read] });
  });

  it.each(['{"date":', '"text"', 'null', 7, null])('are read without arguments from %j', (raw) => {
    const read = { id: 'call-1', name: 'create_ticket', args: {} };
    const message = createToolCalls(createToolCall('create_ticket', raw));
    expect(readSdkMessage(message)).toEqual({ type: 'tool-calls', calls: [read] });
  });

  it.each([
    { type: 'tool-calls', toolCallList: 'text' },
    { type: 'tool-calls' },
    { type: 'function-call', functionCall: { name: 'create_ticket' } },
    { type: 'tool-calls-result', toolCallResult: null },
    { type: 'tool-calls-result', toolCallResult: { toolCallId: 7, result: 'ok' } },
  ])('are not read from %j', (raw) => {
    expect(readSdkMessage(raw)).toBeNull();
  });

  it.each([
    [{ result: 'moved', error: null }, true],
    [{ error: '', result: 'moved' }, true],
    [{ error: 'calendar away' }, false],
    [{ error: { code: 1 }, result: 'moved' }, false],
  ])('have succeeded with %j: %s', (fields, ok) => {
    const toolCallResult = { toolCallId: 'call-1', name: 'move_appointment', ...fields };
    const message = { type: 'tool-calls-result', toolCallResult };
    expect(readSdkMessage(message)).toEqual({ type: 'tool-result', id: 'call-1', ok });
  });
});
