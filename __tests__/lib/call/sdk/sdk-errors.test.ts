/** @jest-environment node */
import {
  readCameraError,
  readEndedReason,
  readSdkError,
  getVendorText,
  type EndReading,
  type ErrorReading,
} from '@/lib/call/sdk/sdk-events';
import type { FailureKind } from '@/lib/call/failures';
import type { CallPhase } from '@/lib/call/types';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

const readReconnect = (error: unknown) =>
  readSdkError({ type: 'reconnect-error', error }, 'joining');
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
])('reads the recorded error %s while %s', (name, stage, reading) => {
  expect(readSdkError(sdkErrors[name], stage)).toEqual(reading);
});

it.each([undefined, null, 'text', 42, [], new Error('x'), { error: null }])(
  'takes %p for an unknown failure',
  (raw) => {
    expect(readSdkError(raw, 'joining')).toEqual(createFatal('unknown'));
  },
);

it('reads an error that contains itself', () => {
  const loop: Record<string, unknown> = { type: 'reconnect-error' };
  loop.error = loop;
  expect(readSdkError(loop, 'joining')).toEqual(createFatal('start-failed'));
});

it.each<[object, FailureKind]>([
  [{ message: 'Failed to load Call Object Bundle' }, 'script-blocked'],
  [{ message: 'NetworkError when attempting' }, 'service-unreachable'],
  [{ message: 'Load failed' }, 'service-unreachable'],
  ...['meeting-full', 'exp-room', 'exp-token', 'nbf-room', 'nbf-token', 'end-of-life'].map(
    (type): [object, FailureKind] => [{ type }, 'call-refused'],
  ),
  ...['of-no-known-type', 'constructor', 7].map((type): [object, FailureKind] => [
    { type },
    'start-failed',
  ]),
])('reads %j while joining as %s', (error, kind) => {
  expect(readReconnect(error)).toEqual(createFatal(kind));
});

it.each(['audio-processing-setup-error', 'audio-processor-recovery-error'])(
  'treats %s as harmless',
  (type) => {
    expect(readSdkError({ type }, 'live')).toEqual(harmless);
  },
);

it('reads an expired token of a live call as the time limit', () => {
  const error = { type: 'daily-error', error: { type: 'exp-token' } };
  expect(readSdkError(error, 'live')).toEqual(createEnd('time-limit'));
});

it.each([
  ['errors', (error: unknown) => ({ error })],
  ['messages', (message: unknown) => ({ message })],
])('reads an error wrapped in %s down to a limit', (_, wrap) => {
  const error = wrap(wrap(wrap(wrap({ type: 'no-room' }))));
  expect(readReconnect(error)).toMatchObject({ kind: 'call-refused' });
  expect(readReconnect(wrap(error))).toMatchObject({ kind: 'start-failed' });
});

it.each([
  ['just words', 'just words'],
  [{ message: 'a', msg: 'b', errorMsg: 'c', error: 'd' }, 'a | b | c | d'],
  [{ message: ['a', 'b'] }, 'a | b'],
  [{ message: 'a', error: { message: 'a', msg: 'b' } }, 'a | b'],
  [{ message: 7 }, ''],
  [null, ''],
  [sdkErrors.joinRefused, expect.stringContaining('You are not allowed')],
  [sdkErrors.neverSeen, ''],
])('finds the text of %j', (raw, text) => {
  expect(getVendorText(raw)).toEqual(text);
});

it.each<[unknown, FailureKind]>([
  [cameraErrors.denied, 'microphone-denied'],
  [cameraErrors.deniedBySystem, 'microphone-denied-by-system'],
  [cameraErrors.missing, 'microphone-missing'],
  [cameraErrors.busy, 'microphone-busy'],
  [{ error: { type: 'constraints' } }, 'microphone-missing'],
  [{ error: { type: 'undefined-mediadevices' } }, 'unsupported-browser'],
])('reads the microphone’s error %j as %s', (error, kind) => {
  expect(readCameraError(error)).toBe(kind);
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
