/** @jest-environment node */
import {
  readCameraError,
  readEndedReason,
  readSdkError,
  getVendorText,
  type ErrorReading,
} from '@/lib/call/sdk/sdk-errors';
import { CALL_REFUSALS } from '@/lib/call/state/call-refusals';
import type { CallPhase } from '@/lib/call/state/call-events';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

const start = (error: unknown) => readSdkError({ type: 'start-method-error', error }, 'dialling');
const daily = (error: unknown) => ({ type: 'daily-error', error });

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
    ['neverSeen', 'dialling', 'unknown'],
  ])('%s while %s is fatal: %s', (name, stage, kind) => {
    expect(readSdkError(sdkErrors[name], stage)).toEqual({ effect: 'fatal', kind });
  });

  it.each<[keyof typeof sdkErrors, CallPhase, ErrorReading]>([
    ['ejected', 'live', { effect: 'end', reason: 'assistant' }],
    ['roomExpired', 'live', { effect: 'end', reason: 'time-limit' }],
    ['noiseFilter', 'live', { effect: 'harmless' }],
    ['noiseFilter', 'waiting', { effect: 'harmless' }],
    ['playbackBlocked', 'waiting', { effect: 'playback-blocked' }],
    ['neverSeen', 'live', { effect: 'doubtful', kind: 'unknown' }],
  ])('%s while %s is read as %p', (name, stage, reading) => {
    expect(readSdkError(sdkErrors[name], stage)).toEqual(reading);
  });

  it('keep the vendor’s text for the console, however deep it is nested', () => {
    expect(getVendorText(sdkErrors.foreignAnswer)).toContain('Too many requests');
    expect(getVendorText(sdkErrors.joinRefused)).toContain('You are not allowed');
    expect(getVendorText(sdkErrors.neverSeen)).toBe('');
  });

  it('tell a denied, a missing and a busy microphone apart', () => {
    expect(readCameraError(cameraErrors.denied)).toBe('microphone-denied');
    expect(readCameraError(cameraErrors.missing)).toBe('microphone-missing');
    expect(readCameraError(cameraErrors.busy)).toBe('microphone-busy');
  });
});

it.each([undefined, null, 'text', 42, [], new Error('x'), { error: null }])(
  'an error of unexpected shape is an unknown failure: %p',
  (raw) => {
    expect(readSdkError(raw, 'joining')).toEqual({ effect: 'fatal', kind: 'unknown' });
  },
);

it('an error that contains itself can be read', () => {
  const loop: Record<string, unknown> = { type: 'start-method-error' };
  loop.error = loop;
  expect(readSdkError(loop, 'dialling')).toEqual({ effect: 'fatal', kind: 'start-failed' });
});

it.each([
  ['Failed to load Call Object Bundle', 'script-blocked'],
  ['WebRTC not supported or suppressed', 'unsupported-browser'],
  ['Assistant must be provided', 'not-configured'],
  ['No room URL has been provided', 'service-failed'],
  ["reading 'webCallUrl'", 'service-failed'],
  ['Failed to fetch', 'service-unreachable'],
  ['NetworkError when attempting', 'service-unreachable'],
  ['Load failed', 'service-unreachable'],
  ['Something else', 'start-failed'],
])('dialling that ends in "%s" means %s', (message, kind) => {
  expect(start({ message })).toEqual({ effect: 'fatal', kind });
});

it.each([
  ['no-room', 'call-refused'],
  ['not-allowed', 'call-refused'],
  ['meeting-full', 'call-refused'],
  ['exp-room', 'call-refused'],
  ['exp-token', 'call-refused'],
  ['nbf-room', 'call-refused'],
  ['nbf-token', 'call-refused'],
  ['end-of-life', 'call-refused'],
  ['ejected', 'call-refused'],
  ['connection-error', 'service-unreachable'],
  ['of-no-known-type', 'start-failed'],
  [7, 'start-failed'],
])('a join that ends in %s means %s', (type, kind) => {
  expect(readSdkError(daily({ type }), 'joining')).toEqual({ effect: 'fatal', kind });
});

it.each([
  ['ejected', { effect: 'end', reason: 'assistant' }],
  ['exp-room', { effect: 'end', reason: 'time-limit' }],
  ['exp-token', { effect: 'end', reason: 'time-limit' }],
  ['connection-error', { effect: 'fatal', kind: 'connection-lost' }],
  ['no-room', { effect: 'doubtful', kind: 'unknown' }],
])('%s in a live call is read as %p', (type, reading) => {
  expect(readSdkError(daily({ type }), 'live')).toEqual(reading);
});

it.each([
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
  'audio-observer-setup-error',
  'video-recording-setup-error',
])('%s harms no call', (type) => {
  expect(readSdkError({ type }, 'live')).toEqual({ effect: 'harmless' });
});

it.each(['start-method-error', 'daily-call-join-error', 'daily-call-object-creation-error'])(
  '%s is read for its reason',
  (type) => {
    const error = { message: 'Failed to fetch' };
    expect(readSdkError({ type, error }, 'joining')).toEqual({
      effect: 'fatal',
      kind: 'service-unreachable',
    });
    expect(readSdkError({ type, error }, 'live')).toMatchObject({ effect: 'fatal' });
  },
);

it('input that the SDK itself refuses is a fault of the configuration, even in a live call', () => {
  expect(readSdkError({ type: 'validation-error' }, 'live')).toEqual({
    effect: 'fatal',
    kind: 'not-configured',
  });
});

it.each([
  ['an exception', new SyntaxError('Unexpected token <')],
  ['its copy', { name: 'SyntaxError' }],
])('%s of reading an answer that is no JSON is the service’s failure', (_, error) => {
  expect(start(error)).toMatchObject({ kind: 'service-failed' });
  expect(start({ error })).toMatchObject({ kind: 'service-failed' });
});

it.each(Object.entries(CALL_REFUSALS))(
  'our own server’s %s is read before any word of it: %s',
  (error, kind) => {
    const answer = { ok: false, error, message: 'Failed to fetch' };
    expect(start(answer)).toEqual({ effect: 'fatal', kind });
  },
);

it.each([
  [{ error: 'calls_spent', message: 'Failed to fetch' }, 'service-unreachable'],
  [{ ok: true, error: 'calls_spent' }, 'start-failed'],
  [{ ok: false, error: { type: 'no-room' } }, 'call-refused'],
])('%p is no answer of our own server', (error, kind) => {
  expect(start(error)).toEqual({ effect: 'fatal', kind });
});

describe('what is wrapped', () => {
  const wrapped = (layers: number) => {
    let error: unknown = { type: 'no-room' };
    for (let layer = 0; layer < layers; layer += 1) error = { error };
    return error;
  };

  it.each([
    [3, 'call-refused'],
    [4, 'call-refused'],
    [5, 'start-failed'],
  ])('in %i layers is read as %s', (layers, kind) => {
    expect(start(wrapped(layers))).toMatchObject({ kind });
  });

  it.each([
    ['objects', (inner: unknown) => ({ message: inner }), 4],
    ['strings of JSON', (inner: unknown) => ({ message: JSON.stringify(inner) }), 2],
  ])('in %s is read to a depth that no vendor goes beyond', (_, wrap, deepest) => {
    let error: unknown = { type: 'no-room' };
    for (let layer = 0; layer < deepest; layer += 1) error = wrap(error);
    expect(start(error)).toMatchObject({ kind: 'call-refused' });
    expect(start(wrap(error))).toMatchObject({ kind: 'start-failed' });
  });

  it.each([
    ['in a string of JSON', 'call-refused', { message: '{"type":"no-room"}' }],
    [
      'in a string of JSON in another',
      'call-refused',
      { message: '{"message":"{\\"type\\":\\"no-room\\"}"}' },
    ],
    ['in a string that only looks like JSON', 'service-unreachable', { message: '{load failed' }],
    ['in JSON written twice', 'start-failed', { message: JSON.stringify('{"type":"no-room"}') }],
    ['in a list', 'start-failed', { message: '[{"type":"no-room"}]' }],
  ])('%s is read as %s', (_, kind, error) => {
    expect(start(error)).toMatchObject({ kind });
  });
});

it.each([
  ['just words', 'just words'],
  [{ message: 'a', msg: 'b', errorMsg: 'c', error: 'd' }, 'a | b | c | d'],
  [{ message: ['a', 'b'] }, 'a | b'],
  [{ message: 'a', error: { message: 'a', msg: 'b' } }, 'a | b'],
  [{ message: 7 }, ''],
  [null, ''],
])('the words in %p are "%s"', (raw, text) => {
  expect(getVendorText(raw)).toBe(text);
});

it.each([
  ['permissions', 'microphone-denied'],
  ['not-found', 'microphone-missing'],
  ['constraints', 'microphone-missing'],
  ['undefined-mediadevices', 'unsupported-browser'],
  ['mic-in-use', 'microphone-busy'],
])('the SDK’s %s means %s', (type, kind) => {
  expect(readCameraError({ error: { type } })).toBe(kind);
});

it.each([
  [undefined, { ok: true, reason: 'assistant' }],
  ['assistant-ended-call', { ok: true, reason: 'assistant' }],
  ['assistant-said-end-call-phrase', { ok: true, reason: 'assistant' }],
  ['a-new-reason', { ok: true, reason: 'assistant' }],
  ['customer-ended-call', { ok: true, reason: 'visitor' }],
  ['silence-timed-out', { ok: true, reason: 'silence' }],
  ['exceeded-max-duration', { ok: true, reason: 'time-limit' }],
  ['customer-did-not-give-microphone-permission', { ok: false, kind: 'microphone-denied' }],
  ['assistant-not-found', { ok: false, kind: 'assistant-unknown' }],
  ['over-quota', { ok: false, kind: 'quota-exhausted' }],
  ['no-credit-error', { ok: false, kind: 'quota-exhausted' }],
  ['concurrency-limit', { ok: false, kind: 'quota-exhausted' }],
  ['pipeline-error-openai-quota-exceeded', { ok: false, kind: 'quota-exhausted' }],
  ['pipeline-error', { ok: false, kind: 'assistant-failed' }],
  ['worker-fault', { ok: false, kind: 'assistant-failed' }],
  ['voice-failed', { ok: false, kind: 'assistant-failed' }],
  ['call.in-progress.error-vapifault-worker-died', { ok: false, kind: 'assistant-failed' }],
  ['assistant-not-valid', { ok: false, kind: 'assistant-unknown' }],
  ['assistant-join-timed-out', { ok: false, kind: 'assistant-failed' }],
  ['worker-shutdown', { ok: false, kind: 'assistant-failed' }],
])('the ended reason %s is read as %p', (endedReason, reading) => {
  expect(readEndedReason(endedReason)).toEqual(reading);
});
