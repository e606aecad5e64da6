/** @jest-environment node */
import {
  readCameraError,
  readEndedReason,
  readSdkError,
  getVendorText,
  type EndReading,
  type ErrorReading,
} from '@/lib/call/sdk/sdk-events';
import type { CallPhase } from '@/lib/call/types';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

const readReconnect = (error: unknown) =>
  readSdkError({ type: 'reconnect-error', error }, 'joining');
const createDailyError = (error: unknown) => ({ type: 'daily-error', error });

describe('recorded errors', () => {
  it.each<[keyof typeof sdkErrors, CallPhase, string]>([
    ['offline', 'joining', 'service-unreachable'],
    ['noWebRtc', 'joining', 'unsupported-browser'],
    ['duplicate', 'joining', 'start-failed'],
    ['noRoom', 'joining', 'call-refused'],
    ['joinRefused', 'joining', 'call-refused'],
    ['scriptMissing', 'joining', 'script-blocked'],
    ['scriptMissingAgain', 'joining', 'script-blocked'],
    ['ejected', 'waiting', 'call-refused'],
    ['connectionLost', 'waiting', 'service-unreachable'],
    ['connectionLost', 'live', 'connection-lost'],
    ['neverSeen', 'joining', 'unknown'],
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
  const loop: Record<string, unknown> = { type: 'reconnect-error' };
  loop.error = loop;
  expect(readSdkError(loop, 'joining')).toEqual({ effect: 'fatal', kind: 'start-failed' });
});

it.each([
  ['Failed to load Call Object Bundle', 'script-blocked'],
  ['NetworkError when attempting', 'service-unreachable'],
  ['Load failed', 'service-unreachable'],
])('reads "%s" while joining as %s', (message, kind) => {
  expect(readReconnect({ message })).toEqual({ effect: 'fatal', kind });
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

describe('a wrapped error', () => {
  it.each([
    ['errors', (error: unknown) => ({ error }), 4],
    ['messages', (inner: unknown) => ({ message: inner }), 4],
  ])('in %s is read down to a limit', (_, wrap, deepest) => {
    let error: unknown = { type: 'no-room' };
    for (let layer = 0; layer < deepest; layer += 1) error = wrap(error);
    expect(readReconnect(error)).toMatchObject({ kind: 'call-refused' });
    expect(readReconnect(wrap(error))).toMatchObject({ kind: 'start-failed' });
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
