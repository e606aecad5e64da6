import {
  readCameraError,
  readCaptureError,
  readEndedReason,
  readSdkError,
  vendorText,
  type CallStage,
} from '@/lib/voice/call-errors';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

describe('reading an error of the SDK', () => {
  const fatal: [keyof typeof sdkErrors, CallStage, string][] = [
    ['wrongKey', 'dialling', 'key-rejected'],
    ['keyWithoutStatus', 'dialling', 'key-rejected'],
    ['badAssistant', 'dialling', 'assistant-unknown'],
    ['unknownAssistant', 'dialling', 'assistant-unknown'],
    ['noCredit', 'dialling', 'quota-exhausted'],
    ['tooMany', 'dialling', 'service-busy'],
    ['serverDown', 'dialling', 'service-failed'],
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
  ];
  it.each(fatal)('%s while %s is fatal: %s', (name, stage, kind) => {
    expect(readSdkError(sdkErrors[name], stage)).toEqual({ effect: 'fatal', kind });
  });

  it('takes a normal hang-up by the other side for an end', () => {
    const reading = readSdkError(sdkErrors.ejected, 'live');
    expect(reading).toEqual({ effect: 'end', reason: 'assistant' });
  });

  it('takes an expired room for the end of the allotted time', () => {
    const reading = readSdkError(sdkErrors.roomExpired, 'live');
    expect(reading).toEqual({ effect: 'end', reason: 'time-limit' });
  });

  it('lets the call go on without its noise filter', () => {
    expect(readSdkError(sdkErrors.noiseFilter, 'live')).toEqual({ effect: 'harmless' });
    expect(readSdkError(sdkErrors.noiseFilter, 'waiting')).toEqual({ effect: 'harmless' });
  });

  it('asks for a tap when the browser holds back the sound', () => {
    const reading = readSdkError(sdkErrors.playbackBlocked, 'waiting');
    expect(reading).toEqual({ effect: 'playback-blocked' });
  });

  it('leaves it open whether a type nobody has seen ends a live call', () => {
    const reading = readSdkError(sdkErrors.neverSeen, 'live');
    expect(reading).toEqual({ effect: 'doubtful', kind: 'unknown' });
  });

  it.each([undefined, null, 'text', 42, [], new Error('x'), { error: null }])(
    'survives %p of an unexpected shape',
    (raw) => {
      expect(readSdkError(raw, 'joining')).toEqual({ effect: 'fatal', kind: 'unknown' });
    },
  );

  it('survives an error that contains itself', () => {
    const loop: Record<string, unknown> = { type: 'start-method-error' };
    loop.error = loop;
    expect(readSdkError(loop, 'dialling')).toEqual({ effect: 'fatal', kind: 'start-failed' });
  });
});

it('finds the vendor’s words for the console, however deep', () => {
  expect(vendorText(sdkErrors.wrongKey)).toContain('Invalid Key.');
  expect(vendorText(sdkErrors.badAssistant)).toContain('assistantId must be a UUID');
  expect(vendorText(sdkErrors.joinRefused)).toContain('You are not allowed');
  expect(vendorText(sdkErrors.neverSeen)).toBe('');
});

it('tells a denied, a missing and a busy microphone apart', () => {
  expect(readCameraError(cameraErrors.denied)).toBe('microphone-denied');
  expect(readCameraError(cameraErrors.missing)).toBe('microphone-missing');
  expect(readCameraError(cameraErrors.busy)).toBe('microphone-busy');
  expect(readCaptureError(new DOMException('', 'NotAllowedError'), false)).toBe(
    'microphone-denied',
  );
  expect(readCaptureError(new DOMException('', 'NotFoundError'), false)).toBe('microphone-missing');
  expect(readCaptureError(new DOMException('', 'NotReadableError'), false)).toBe('microphone-busy');
});

it('blames the app, not the visitor, for a refusal inside another app’s browser', () => {
  expect(readCaptureError(new DOMException('', 'NotAllowedError'), true)).toBe('in-app-browser');
});

it.each([
  [undefined, { ok: true, reason: 'assistant' }],
  ['assistant-ended-call', { ok: true, reason: 'assistant' }],
  ['assistant-said-end-call-phrase', { ok: true, reason: 'assistant' }],
  ['customer-ended-call', { ok: true, reason: 'visitor' }],
  ['silence-timed-out', { ok: true, reason: 'silence' }],
  ['exceeded-max-duration', { ok: true, reason: 'time-limit' }],
  ['customer-did-not-give-microphone-permission', { ok: false, kind: 'microphone-denied' }],
  ['assistant-not-found', { ok: false, kind: 'assistant-unknown' }],
  ['pipeline-error-openai-quota-exceeded', { ok: false, kind: 'quota-exhausted' }],
  ['call.in-progress.error-vapifault-worker-died', { ok: false, kind: 'assistant-failed' }],
])('reads the ended reason %s', (endedReason, reading) => {
  expect(readEndedReason(endedReason)).toEqual(reading);
});
