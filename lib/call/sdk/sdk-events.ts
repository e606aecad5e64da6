import type { Vapi } from '@vapi-ai/server-sdk';
import type { EndReason } from '@/lib/analytics/events';
import { SYSTEM_DENIAL } from '@/lib/call/audio/microphone';
import type { FailureKind } from '@/lib/call/failures';
import type { CallPhase, InputKind, MeterEvent, SpokenEvent, ToolCall } from '@/lib/call/types';
import type { MicrophoneErrorType, VoiceSdk } from './voice-sdk';

export type ErrorReading =
  | { effect: 'fatal'; kind: FailureKind }
  /** An unknown error: fatal only if the call is no longer connected. */
  | { effect: 'doubtful'; kind: FailureKind }
  | { effect: 'end'; reason: EndReason }
  | { effect: 'playback-blocked' }
  | { effect: 'harmless' };

type UnknownRecord = Record<string, unknown>;

/** Lists the error and those nested in its `error` or `message`. */
function listErrors(raw: unknown): UnknownRecord[] {
  const found: UnknownRecord[] = [];
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 4) return;
    if (found.includes(value as UnknownRecord)) return;
    found.push(value as UnknownRecord);
    visit((value as UnknownRecord).error, depth + 1);
    visit((value as UnknownRecord).message, depth + 1);
  };
  visit(raw, 0);
  return found;
}

/** Joins all texts of a vendor error, for matching and the console. Never show it to visitors. */
export function getVendorText(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  const texts = listErrors(raw).flatMap(({ message, msg, errorMsg, error }) =>
    [message, msg, errorMsg, error].flat(),
  );
  return [...new Set(texts.filter((text) => typeof text === 'string'))].join(' | ');
}

const REFUSAL_TYPES = new Set<unknown>([
  'no-room',
  'not-allowed',
  'meeting-full',
  'exp-room',
  'exp-token',
  'nbf-room',
  'nbf-token',
  'end-of-life',
  'ejected',
]);

const KINDS_BY_TEXT: [RegExp, FailureKind][] = [
  [/call object bundle/i, 'script-blocked'],
  [/webrtc not supported/i, 'unsupported-browser'],
  [/failed to fetch|networkerror|load failed/i, 'service-unreachable'],
];

/** Reads why a room could not be joined. */
export function readJoinError(raw: unknown): FailureKind {
  const text = getVendorText(raw);
  const matched = KINDS_BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
  if (matched) return matched;
  const types = listErrors(raw).map(({ type }) => type);
  if (types.some((type) => REFUSAL_TYPES.has(type))) return 'call-refused';
  return types.includes('connection-error') ? 'service-unreachable' : 'start-failed';
}

const HARMLESS_TYPES = new Set<unknown>([
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
]);

/** Reads the SDK's `error` event, of any shape (docs/behaviour.md, section 8). */
export function readSdkError(raw: unknown, phase: CallPhase): ErrorReading {
  const { type, error } = (raw ?? {}) as UnknownRecord;
  if (type === 'audio-start-failed') return { effect: 'playback-blocked' };
  if (HARMLESS_TYPES.has(type)) return { effect: 'harmless' };
  const isKnown = type === 'daily-error' || type === 'reconnect-error';
  if (phase !== 'live')
    return { effect: 'fatal', kind: isKnown ? readJoinError(error) : 'unknown' };
  const types = isKnown ? listErrors(error).map((nested) => nested.type) : [];
  // Daily also reports a normal hang-up by the assistant this way.
  if (types.includes('ejected')) return { effect: 'end', reason: 'assistant' };
  if (types.includes('exp-room') || types.includes('exp-token'))
    return { effect: 'end', reason: 'time-limit' };
  if (types.includes('connection-error')) return { effect: 'fatal', kind: 'connection-lost' };
  return { effect: 'doubtful', kind: 'unknown' };
}

const KINDS_BY_TYPE: Partial<Record<MicrophoneErrorType, FailureKind>> = {
  permissions: 'microphone-denied',
  'not-found': 'microphone-missing',
  constraints: 'microphone-missing',
  'undefined-mediadevices': 'unsupported-browser',
};

export function readCameraError(raw: unknown): FailureKind {
  if (SYSTEM_DENIAL.test(getVendorText(raw))) return 'microphone-denied-by-system';
  const kinds = listErrors(raw).map(({ type }) => KINDS_BY_TYPE[type as MicrophoneErrorType]);
  return kinds.find(Boolean) ?? 'microphone-busy';
}

export type SdkMessage =
  Exclude<SpokenEvent, { type: 'typed' }> | { type: 'call-ended'; endedReason: string | undefined };

/** The published shapes; the SDK's own types leave messages untyped. */
type PublishedMessage =
  | Vapi.ClientMessageToolCalls
  | Vapi.ClientMessageToolCallsResult
  | Vapi.ClientMessageTranscript
  // Browsers get this one too, although it is published for servers only.
  | Vapi.ServerMessageStatusUpdate;

const toPartial = <Shape = UnknownRecord>(value: unknown): Partial<Shape> =>
  typeof value === 'object' && value !== null ? value : {};

function readArguments(value: unknown): UnknownRecord {
  if (typeof value !== 'string') return toPartial(value);
  try {
    return toPartial(JSON.parse(value));
  } catch {
    return {};
  }
}

function readToolCall(raw: unknown): ToolCall[] {
  const { id, function: called } = toPartial<Vapi.ToolCall>(raw);
  const { name, arguments: args } = toPartial<Vapi.ToolCallFunction>(called);
  if (typeof id !== 'string' || typeof name !== 'string') return [];
  return [{ id, name, args: readArguments(args) }];
}

/** Null for messages that the widget ignores. */
export function readSdkMessage(raw: unknown): SdkMessage | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const message: Partial<PublishedMessage> = raw;
  switch (message.type) {
    case 'status-update': {
      const { status, endedReason } = message;
      if (status !== 'ended') return null;
      return {
        type: 'call-ended',
        endedReason: typeof endedReason === 'string' ? endedReason : undefined,
      };
    }
    case 'tool-calls': {
      const { toolCallList: list } = message;
      return Array.isArray(list) ? { type: 'tool-calls', calls: list.flatMap(readToolCall) } : null;
    }
    case 'tool-calls-result': {
      const { toolCallId: id, error } = toPartial<Vapi.ToolCallResult>(message.toolCallResult);
      return typeof id === 'string' ? { type: 'tool-result', id, ok: !error } : null;
    }
    case 'transcript':
    // The type of messages that were subscribed to with a filter.
    case 'transcript[transcriptType="final"]': {
      const { role, transcript, transcriptType } = message;
      if (typeof transcript !== 'string') return null;
      const text = transcript.trim();
      const who = role === 'assistant' ? 'assistant' : role === 'user' ? 'visitor' : null;
      if (!who || text === '') return null;
      return { type: 'transcript', who, final: transcriptType === 'final', text };
    }
    default:
      return null;
  }
}

/**
 * Passes on what is said and heard in a room. Call it before joining, because the SDK measures the
 * microphone only if it already has a listener.
 */
export function listenToVoices(
  sdk: Pick<VoiceSdk, 'on'>,
  inputKind: InputKind,
  emit: (event: SdkMessage | MeterEvent) => void,
): void {
  sdk.on('message', (raw) => {
    const message = readSdkMessage(raw);
    if (message) emit(message);
  });
  sdk.on('speech-start', () => emit({ type: 'assistant-speech', speaking: true }));
  sdk.on('speech-end', () => emit({ type: 'assistant-speech', speaking: false }));
  sdk.on('volume-level', (level) => emit({ type: 'level', who: 'assistant', level }));
  // Measuring the silent track of a typed call would report the visitor as unheard.
  if (inputKind === 'text') return;
  sdk.on('local-volume-level', (level) => emit({ type: 'level', who: 'visitor', level }));
  sdk.on('local-audio-level-observer-error', () => emit({ type: 'meter-failed' }));
}
