/** @jest-environment node */
import {
  readCameraError,
  readEndedReason,
  readSdkError,
  getVendorText,
  type EndReading,
  type ErrorReading,
} from '@/lib/call/sdk/sdk-errors';
import { CALL_REFUSALS } from '@/lib/call/refusals';
import type { CallPhase } from '@/lib/call/types';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

const readStartError = (error: unknown) =>
  readSdkError({ type: 'start-method-error', error }, 'dialling');
const createDailyError = (error: unknown) => ({ type: 'daily-error', error });

describe('recorded errors', () => {
  it.each<[keyof typeof sdkErrors, CallPhase, string]>([
    ['callsSpent', 'dialling', 'calls-spent'],
    ['wrongKey', 'dialling', 'key-rejected'],
    ['unknownAssistant', 'dialling', 'assistant-unknown'],
    ['noCredit', 'dialling', 'quota-exhausted'],
    ['newRefusal', 'dialling', 'start-failed'],
    ['foreignAnswer', 'dialling', 'start-failed'],
    ['htmlAnswer', 'dialling', 'service-failed'],
    ['offline', 'dialling', 'service-unreachable'],
    ['emptyRoom', 'joining', 'service-failed'],
    ['notJson', 'joining', 'service-failed'],
    ['noAssistant', 'dialling', 'not-configured'],
    ['noWebRtc', 'joining', 'unsupported-browser'],
    ['duplicate', 'joining', 'start-failed'],
    ['noRoom', 'joining', 'call-refused'],
    ['joinRefused', 'joining', 'call-refused'],
    ['scriptMissing', 'joining', 'script-blocked'],
    ['scriptMissingAgain', 'joining', 'script-blocked'],
    ['ejected', 'waiting', 'call-refused'],
    ['connectionLost', 'waiting', 'service-unreachable'],
    ['connectionLost', 'live', 'connection-lost'],
    ['noAssistant', 'live', 'not-configured'],
    ['neverSeen', 'dialling', 'unknown'],
  ])('reads %s while %s as fatal: %s', (name, stage, kind) => {
    expect(readSdkError(sdkErrors[name], stage)).toEqual({ effect: 'fatal', kind });
  });

  it.each<[keyof typeof sdkErrors, CallPhase, ErrorReading]>([
    ['ejected', 'live', { effect: 'end', reason: 'assistant' }],
    ['roomExpired', 'live', { effect: 'end', reason: 'time-limit' }],
    ['noRoom', 'live', { effect: 'doubtful', kind: 'unknown' }],
    ['noiseFilter', 'waiting', { effect: 'harmless' }],
    ['playbackBlocked', 'waiting', { effect: 'playback-blocked' }],
    ['neverSeen', 'live', { effect: 'doubtful', kind: 'unknown' }],
  ])('reads %s while %s as %p', (name, stage, reading) => {
    expect(readSdkError(sdkErrors[name], stage)).toEqual(reading);
  });

  it('keep the vendor’s nested text for the console', () => {
    expect(getVendorText(sdkErrors.foreignAnswer)).toContain('Too many requests');
    expect(getVendorText(sdkErrors.joinRefused)).toContain('You are not allowed');
    expect(getVendorText(sdkErrors.neverSeen)).toBe('');
  });

  it('tell a denied, a missing and a busy microphone apart', () => {
    expect(readCameraError(cameraErrors.denied)).toBe('microphone-denied');
    expect(readCameraError(cameraErrors.deniedBySystem)).toBe('microphone-denied-by-system');
    expect(readCameraError(cameraErrors.missing)).toBe('microphone-missing');
    expect(readCameraError(cameraErrors.busy)).toBe('microphone-busy');
  });
});

it.each([undefined, null, 'text', 42, [], new Error('x'), { error: null }])(
  'takes %p for an unknown failure',
  (raw) => {
    expect(readSdkError(raw, 'joining')).toEqual({ effect: 'fatal', kind: 'unknown' });
  },
);

it('reads an error that contains itself', () => {
  const loop: Record<string, unknown> = { type: 'start-method-error' };
  loop.error = loop;
  expect(readSdkError(loop, 'dialling')).toEqual({ effect: 'fatal', kind: 'start-failed' });
});

it.each([
  ['Failed to load Call Object Bundle', 'script-blocked'],
  ['NetworkError when attempting', 'service-unreachable'],
  ['Load failed', 'service-unreachable'],
])('reads "%s" while dialling as %s', (message, kind) => {
  expect(readStartError({ message })).toEqual({ effect: 'fatal', kind });
});

it.each([
  ['meeting-full', 'call-refused'],
  ['exp-room', 'call-refused'],
  ['exp-token', 'call-refused'],
  ['nbf-room', 'call-refused'],
  ['nbf-token', 'call-refused'],
  ['end-of-life', 'call-refused'],
  ['ejected', 'call-refused'],
  ['of-no-known-type', 'start-failed'],
  ['constructor', 'start-failed'],
  [7, 'start-failed'],
])('reads %s while joining as %s', (type, kind) => {
  expect(readSdkError(createDailyError({ type }), 'joining')).toEqual({ effect: 'fatal', kind });
});

it.each([
  ...['audio-processing-setup-error', 'audio-processor-recovery-error'],
  ...['audio-observer-setup-error', 'video-recording-setup-error'],
])('treats %s as harmless', (type) => {
  expect(readSdkError({ type }, 'live')).toEqual({ effect: 'harmless' });
});

it('reads an expired token of a live call as the time limit', () => {
  const reading = { effect: 'end', reason: 'time-limit' };
  expect(readSdkError(createDailyError({ type: 'exp-token' }), 'live')).toEqual(reading);
});

it.each(['start-method-error', 'daily-call-join-error', 'daily-call-object-creation-error'])(
  'reads the reason of %s',
  (type) => {
    const error = { message: 'Failed to fetch' };
    const reading = { effect: 'fatal', kind: 'service-unreachable' };
    for (const stage of ['joining', 'live'] as const)
      expect(readSdkError({ type, error }, stage)).toEqual(reading);
  },
);

it.each([
  ['an exception', new SyntaxError('Unexpected token <')],
  ['its copy', { name: 'SyntaxError' }],
])('takes %s of parsing an answer for a failure of the service', (_, error) => {
  expect(readStartError(error)).toMatchObject({ kind: 'service-failed' });
  expect(readStartError({ error })).toMatchObject({ kind: 'service-failed' });
});

it.each(Object.entries(CALL_REFUSALS))(
  'reads our own server’s %s before its message: %s',
  (error, kind) => {
    const answer = { ok: false, error, message: 'Failed to fetch' };
    expect(readStartError(answer)).toEqual({ effect: 'fatal', kind });
  },
);

it.each([
  [{ error: 'calls_spent', message: 'Failed to fetch' }, 'service-unreachable'],
  [{ ok: true, error: 'calls_spent' }, 'start-failed'],
  [{ ok: false, error: { type: 'no-room' } }, 'call-refused'],
])('%p is not an answer of our own server', (error, kind) => {
  expect(readStartError(error)).toEqual({ effect: 'fatal', kind });
});

describe('a wrapped error', () => {
  it.each([
    ['errors', (error: unknown) => ({ error }), 4],
    ['messages', (inner: unknown) => ({ message: inner }), 4],
    ['strings of JSON', (inner: unknown) => ({ message: JSON.stringify(inner) }), 2],
  ])('in %s is read down to a limit', (_, wrap, deepest) => {
    let error: unknown = { type: 'no-room' };
    for (let layer = 0; layer < deepest; layer += 1) error = wrap(error);
    expect(readStartError(error)).toMatchObject({ kind: 'call-refused' });
    expect(readStartError(wrap(error))).toMatchObject({ kind: 'start-failed' });
  });

  it.each([
    ['in a string that only looks like JSON', 'service-unreachable', { message: '{load failed' }],
    ['in JSON written twice', 'start-failed', { message: JSON.stringify('{"type":"no-room"}') }],
    ['in a list', 'start-failed', { message: '[{"type":"no-room"}]' }],
  ])('%s is read as %s', (_, kind, error) => {
    expect(readStartError(error)).toMatchObject({ kind });
  });
});

it.each([
  ['just words', 'just words'],
  [{ message: 'a', msg: 'b', errorMsg: 'c', error: 'd' }, 'a | b | c | d'],
  [{ message: ['a', 'b'] }, 'a | b'],
  [{ message: 'a', error: { message: 'a', msg: 'b' } }, 'a | b'],
  [{ message: 7 }, ''],
  [null, ''],
])('finds the text of %p: "%s"', (raw, text) => {
  expect(getVendorText(raw)).toBe(text);
});

it.each([
  ['permissions', 'microphone-denied'],
  ['not-found', 'microphone-missing'],
  ['constraints', 'microphone-missing'],
  ['undefined-mediadevices', 'unsupported-browser'],
  ['mic-in-use', 'microphone-busy'],
])('reads the SDK’s %s as %s', (type, kind) => {
  expect(readCameraError({ error: { type } })).toBe(kind);
});

it.each<[(string | undefined)[], EndReading]>([
  [
    [undefined, 'assistant-ended-call', 'assistant-said-end-call-phrase', 'a-new-reason'],
    { ok: true, reason: 'assistant' },
  ],
  [['customer-ended-call'], { ok: true, reason: 'visitor' }],
  [['silence-timed-out'], { ok: true, reason: 'silence' }],
  [['exceeded-max-duration'], { ok: true, reason: 'time-limit' }],
  [['customer-did-not-give-microphone-permission'], { ok: false, kind: 'microphone-denied' }],
  [['assistant-not-found', 'assistant-not-valid'], { ok: false, kind: 'assistant-unknown' }],
  [
    ['over-quota', 'no-credit-error', 'concurrency-limit', 'pipeline-error-openai-quota'],
    { ok: false, kind: 'quota-exhausted' },
  ],
  [
    ['pipeline-error', 'x-fault', 'voice-failed', 'x-join-timed-out', 'worker-shutdown'],
    { ok: false, kind: 'assistant-failed' },
  ],
])('reads the ended reasons %j as %p', (reasons, reading) => {
  for (const reason of reasons) expect(readEndedReason(reason, 'assistant')).toEqual(reading);
});
