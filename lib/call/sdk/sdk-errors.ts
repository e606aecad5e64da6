import type { FailureKind } from '@/lib/content/call-copy';
import type { CallStage, EndReason } from '../state/call-events';
import { kindOfRefusal } from '../state/call-refusals';
import type { MicrophoneErrorType, SdkCall } from './voice-sdk';

// The one place that knows the error shapes of the voice SDK. Vendor text leaves it through `vendorText` only.

/** What an `error` event of the SDK means for the call it belongs to. */
export type ErrorReading =
  | { effect: 'fatal'; kind: FailureKind }
  /** An unknown type: fatal only if the call is no longer connected. */
  | { effect: 'doubtful'; kind: FailureKind }
  | { effect: 'end'; reason: EndReason }
  | { effect: 'playback-blocked' }
  | { effect: 'harmless' };

type Dict = Record<string, unknown>;

function dict(value: unknown): Dict {
  return typeof value === 'object' && value !== null ? (value as Dict) : {};
}

/** The error and every error nested in it: in `error`, or in `message` as an object or as JSON in a string. */
function layers(raw: unknown): Dict[] {
  const found: Dict[] = [];
  const visit = (value: unknown, depth: number) => {
    if (depth > 4) return;
    if (typeof value === 'string') {
      if (!value.startsWith('{')) return;
      try {
        visit(JSON.parse(value), depth + 1);
      } catch {
        // Plain text that only looks like JSON; `vendorText` reads it.
      }
      return;
    }
    if (typeof value !== 'object' || value === null || found.includes(value as Dict)) return;
    found.push(value as Dict);
    visit((value as Dict).error, depth + 1);
    visit((value as Dict).message, depth + 1);
  };
  visit(raw, 0);
  return found;
}

/** Every text inside a vendor error, joined. For matching and for the developer's console, never for the visitor. */
export function vendorText(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  const texts = layers(raw).flatMap((layer) =>
    [layer.message, layer.msg, layer.errorMsg, layer.error].flat(),
  );
  return [...new Set(texts.filter((text) => typeof text === 'string'))].join(' | ');
}

const byDailyType: Record<string, FailureKind> = {
  'no-room': 'call-refused',
  'not-allowed': 'call-refused',
  'meeting-full': 'call-refused',
  'exp-room': 'call-refused',
  'exp-token': 'call-refused',
  'nbf-room': 'call-refused',
  'nbf-token': 'call-refused',
  'end-of-life': 'call-refused',
  ejected: 'call-refused',
};

const byText: [RegExp, FailureKind][] = [
  [/call object bundle/i, 'script-blocked'],
  [/webrtc not supported/i, 'unsupported-browser'],
  [/must be provided/i, 'not-configured'],
  // Whatever stands before our server may answer in its place: with success, and without a room.
  [/no room url|webCallUrl/i, 'service-failed'],
  [/failed to fetch|networkerror|load failed/i, 'service-unreachable'],
];

function readStartError(raw: unknown): FailureKind {
  const found = layers(raw);
  // Our own server stands between the SDK and the provider, and says why it refuses.
  const refusal = found.find(({ ok, error }) => ok === false && typeof error === 'string');
  if (refusal) return kindOfRefusal(refusal.error) ?? 'start-failed';
  const text = vendorText(raw);
  const matched = byText.find(([pattern]) => pattern.test(text))?.[1];
  if (matched) return matched;
  for (const { type } of found) {
    const known = typeof type === 'string' ? byDailyType[type] : undefined;
    if (known) return known;
    if (type === 'connection-error') return 'service-unreachable';
  }
  // An answer that is no JSON, of whatever stands before our server, arrives as the SyntaxError of parsing it.
  if (found.some((layer) => layer instanceof SyntaxError || layer.name === 'SyntaxError')) {
    return 'service-failed';
  }
  return 'start-failed';
}

/** Reads a fatal error of Daily's. A normal hang-up by the assistant is `ejected` too. */
function readDailyError(raw: Dict, stage: CallStage): ErrorReading {
  const types = layers(raw.error).map((layer) => layer.type);
  if (stage !== 'live') return { effect: 'fatal', kind: readStartError(raw.error) };
  if (types.includes('ejected')) return { effect: 'end', reason: 'assistant' };
  if (types.includes('exp-room') || types.includes('exp-token')) {
    return { effect: 'end', reason: 'time-limit' };
  }
  if (types.includes('connection-error')) return { effect: 'fatal', kind: 'connection-lost' };
  return { effect: 'doubtful', kind: 'unknown' };
}

const harmless = new Set([
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
  'audio-observer-setup-error',
  'video-recording-setup-error',
]);

/**
 * Reads one payload of the SDK's `error` event (docs/behaviour.md, section 8).
 *
 * @param raw any shape
 * @param stage how far the call had come
 */
export function readSdkError(raw: unknown, stage: CallStage): ErrorReading {
  const error = dict(raw);
  const type = typeof error.type === 'string' ? error.type : '';
  if (type === 'audio-start-failed') return { effect: 'playback-blocked' };
  if (harmless.has(type)) return { effect: 'harmless' };
  if (type === 'daily-error') return readDailyError(error, stage);
  if (type === 'validation-error') return { effect: 'fatal', kind: 'not-configured' };
  const starting =
    type === 'start-method-error' ||
    type === 'daily-call-join-error' ||
    type === 'daily-call-object-creation-error';
  if (starting) return { effect: 'fatal', kind: readStartError(error.error) };
  return stage === 'live'
    ? { effect: 'doubtful', kind: 'unknown' }
    : { effect: 'fatal', kind: 'unknown' };
}

/** Reads the payload of the SDK's `camera-error` event; here it is about the microphone. */
export function readCameraError(raw: unknown): FailureKind {
  const types = layers(raw).map((layer) => layer.type);
  const is = (type: MicrophoneErrorType) => types.includes(type);
  if (is('permissions')) return 'microphone-denied';
  if (is('not-found') || is('constraints')) return 'microphone-missing';
  if (is('undefined-mediadevices')) return 'unsupported-browser';
  return 'microphone-busy';
}

export type EndReading = { ok: true; reason: EndReason } | { ok: false; kind: FailureKind };

/**
 * Reads the `endedReason` of the provider's last status update.
 *
 * @param endedReason undefined when the provider sent none
 */
export function readEndedReason(endedReason: string | undefined): EndReading {
  if (endedReason === undefined) return { ok: true, reason: 'assistant' };
  const is = (reason: NonNullable<SdkCall['endedReason']>) => endedReason === reason;
  if (is('customer-ended-call')) return { ok: true, reason: 'visitor' };
  if (is('silence-timed-out')) return { ok: true, reason: 'silence' };
  if (is('exceeded-max-duration')) return { ok: true, reason: 'time-limit' };
  if (is('customer-did-not-give-microphone-permission')) {
    return { ok: false, kind: 'microphone-denied' };
  }
  if (/quota|credit|concurrency/.test(endedReason)) return { ok: false, kind: 'quota-exhausted' };
  if (is('assistant-not-found') || is('assistant-not-valid')) {
    return { ok: false, kind: 'assistant-unknown' };
  }
  if (/error|fault|failed|join-timed-out|shutdown/.test(endedReason)) {
    return { ok: false, kind: 'assistant-failed' };
  }
  return { ok: true, reason: 'assistant' };
}
