import type { FailureKind } from './failures';
import type { EndReason } from '@/lib/analytics/events';
import type { LinkFacts } from '@/lib/api';

/** The phases of a call. In `waiting`, the room is joined and the assistant has not answered. */
export const CALL_PHASES = [
  'setup',
  'microphone',
  'dialling',
  'joining',
  'waiting',
  'live',
] as const;

export type CallPhase = (typeof CALL_PHASES)[number];

/** What a page's calls are made with, none of it secret. */
export interface CallConfig {
  assistantId: string;
  link?: LinkFacts | undefined;
  /** Replaces the SDK's own address. */
  callMachineUrl: string | null;
  maxSeconds: number;
}

export interface CallFailure {
  kind: FailureKind;
  phase: CallPhase;
}

export interface EndedCall {
  durationSeconds: number;
  reason: EndReason;
}

export type Speaker = 'assistant' | 'visitor';

export type InputKind = 'voice' | 'text';

/** `replaced`: the chosen device is gone and the default is used; `lost`: there is none. */
export type MicrophoneState = 'open' | 'replaced' | 'lost';

export type AssistantActivity = 'speaking' | 'listening';

export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote them: check them before you show them. */
  args: Record<string, unknown>;
}

/** What both sides say and do: the transcript keeps it. */
export type SpokenEvent =
  | { type: 'transcript'; who: Speaker; final: boolean; text: string }
  | { type: 'typed'; text: string }
  | { type: 'tool-calls'; calls: ToolCall[] }
  | { type: 'tool-result'; id: string; ok: boolean };

/** What is heard, ten times a second. */
export type MeterEvent =
  | { type: 'level'; who: Speaker; level: number }
  | { type: 'meter-failed' }
  | { type: 'assistant-speech'; speaking: boolean };

export interface LiveFacts {
  lastMinute: boolean;
  muted: boolean;
  /** Whether words are in the text field. */
  typing: boolean;
  microphone: MicrophoneState;
  /** By the device, as during a phone call. */
  paused: boolean;
  /** The chosen loudspeaker is gone and the default is used. */
  loudspeakerReplaced: boolean;
  activity: AssistantActivity;
  connection: 'steady' | 'interrupted';
  /** `blocked` until a tap lets the browser play sound. */
  playback: 'playing' | 'blocked';
  unheard: boolean;
  /** Whether the assistant hears itself. */
  echo: 'never' | 'now' | 'over';
}

/** What the widget shows: `over` comes once, and only `released` follows it. */
export type StateEvent =
  /** The microphone is open, and our server is asked for the call. */
  | { type: 'dialling' }
  /** `endsAt`: the provider's time limit. Both are epoch ms. */
  | { type: 'live'; startedAt: number; endsAt: number }
  /** `ended` if it was live; `detail`: a vendor text, for the console only. */
  | { type: 'over'; ended: EndedCall | null; failure: CallFailure | null; detail: string }
  | { type: 'released' }
  | { type: 'changed'; facts: Partial<LiveFacts> };

export type CallEvent = StateEvent | SpokenEvent | MeterEvent;
