import type { FailureKind } from '@/lib/content/call-copy';
import type { ToolCall } from '../sdk/tool-calls';

/**
 * How far a call had come: ticket = asking whether it may go, dialling = asking for a room, waiting = joined, not yet
 * answered.
 */
export const callStages = [
  'setup',
  'ticket',
  'microphone',
  'dialling',
  'joining',
  'waiting',
  'live',
] as const;

export type CallStage = (typeof callStages)[number];

/** Steps up to and including dialling. */
export type ConnectingStep = Extract<CallStage, 'ticket' | 'microphone' | 'dialling'>;

export interface CallFailure {
  kind: FailureKind;
  stage: CallStage;
}

export const endReasons = [
  'visitor',
  'assistant',
  'silence',
  'time-limit',
  'left-page',
  'failed',
] as const;

export type EndReason = (typeof endReasons)[number];

export type Speaker = 'assistant' | 'visitor';

/** How the visitor takes part in a call. */
export type InputKind = 'voice' | 'text';

/** `replaced`: the default one is used instead of one that is gone; `lost`: there is none. */
export type MicrophoneState = 'open' | 'replaced' | 'lost';

/** What the assistant is shown to be doing. */
export type Turn = 'speaking' | 'listening';

/**
 * What happens in one call, from the press on Start until everything is released. The same events go from
 * the SDK's wrapper to the reducer. `ended` or `failed` comes once; only `released` comes after it.
 */
export type CallEvent =
  | { type: 'step'; step: ConnectingStep }
  /** `endsAt`: when the provider ends it at the latest (epoch ms). */
  | { type: 'live'; callId: string | null; endsAt: number }
  | { type: 'ended'; reason: EndReason }
  /** `detail`: the vendor's text, for the developer's console only. */
  | { type: 'failed'; failure: CallFailure; detail: string; callId: string | null }
  /** The microphone is closed and the room is left. */
  | { type: 'released' }
  | { type: 'muted'; muted: boolean }
  | { type: 'assistant-speech'; speaking: boolean }
  /** The call has a minute left. */
  | { type: 'last-minute' }
  /** `assistant-speech`, debounced. */
  | { type: 'turn'; turn: Turn }
  /** Whether to show the hint that the visitor cannot be heard. */
  | { type: 'unheard'; unheard: boolean }
  | { type: 'transcript'; who: Speaker; final: boolean; text: string }
  /** Whether the visitor is typing. */
  | { type: 'typing'; active: boolean }
  /** The visitor has sent typed words. */
  | { type: 'typed'; text: string }
  | { type: 'tool-calls'; calls: ToolCall[] }
  /** `ok`: whether the tool did its work. */
  | { type: 'tool-result'; id: string; ok: boolean }
  | { type: 'connection'; connection: 'steady' | 'interrupted' }
  /** `blocked` until a tap lets the browser play sound. */
  | { type: 'playback'; playback: 'playing' | 'blocked' }
  /** Loudness, 0–1. */
  | { type: 'level'; who: Speaker; level: number }
  | { type: 'meter-failed' }
  /** `paused`: the device delivers nothing for now, as during a phone call. */
  | { type: 'microphone'; microphone: MicrophoneState; paused: boolean };
