/** Every failure that a visitor can see (docs/behaviour.md, section 8). */
export const FAILURE_KINDS = [
  'not-configured',
  'init-failed',
  'start-failed',
  'unknown',
  'microphone-denied',
  'microphone-dismissed',
  'microphone-missing',
  'microphone-busy',
  'insecure-context',
  'in-app-browser',
  'unsupported-browser',
  'key-rejected',
  'assistant-unknown',
  'quota-exhausted',
  'service-busy',
  'calls-spent',
  'calls-off',
  'service-unreachable',
  'service-failed',
  'script-blocked',
  'call-refused',
  'no-answer',
  'connection-lost',
  'assistant-failed',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The assistant's tools that visitors see at work. */
export type ToolName =
  | 'check_availability'
  | 'book_appointment'
  | 'move_appointment'
  | 'cancel_appointment'
  | 'create_crm_record'
  | 'update_crm_record'
  | 'note_in_crm'
  | 'create_ticket'
  | 'send_confirmation'
  | 'transfer_to_person';

interface ToolCopy {
  working: string;
  done: string;
  /** Separates either text from the visible argument. */
  separator?: string;
}

export type ToolsCopy = Readonly<Record<ToolName, ToolCopy>>;

type ShownEndReason = 'visitor' | 'assistant' | 'silence' | 'time-limit';

export interface FailureCopy {
  message: string;
  /** Absent if the visitor can do nothing about the failure. */
  button?: {
    label: string;
    action: 'retry' | 'load-again' | 'copy-link' | 'open-secure';
    done?: string;
    /** Shown with the link when the browser cannot copy it. */
    byHand?: string;
  };
  /** Whether a typed call is offered. */
  typing?: true;
}

/** All texts of the call widget in one language; words in braces are replaced. */
export interface CallCopy {
  language: 'en' | 'cs';
  label: string;
  initialising: string;
  start: string;
  /** Required before every call (EU AI Act, article 50). */
  disclosure: string;
  privacyLink: string;
  errorTitle: string;
  /** Each sentence is also a quick reply in a call. */
  examples: { title: string; sentences: readonly string[] };
  ready: string;
  connecting: string;
  askingForMicrophone: string;
  ending: string;
  active: string;
  /** The time limit, shown before a call. Has `{minutes}`. */
  timeLimit: string;
  /** Has `{time}`, the length at which the call ends. */
  lastMinute: string;
  endedBy: Record<ShownEndReason, string>;
  end: string;
  cancel: string;
  mute: string;
  muted: string;
  keyboard: string;
  sound: string;
  soundSettings: string;
  typeHere: string;
  send: string;
  /** Has `{count}`. */
  typedCounter: string;
  typedTooLong: string;
  typeInstead: string;
  newest: string;
  elapsed: string;
  speaking: string;
  listening: string;
  youAreMuted: string;
  interrupted: string;
  playbackBlocked: string;
  tapToHear: string;
  unheard: string;
  microphoneReplaced: string;
  microphoneLost: string;
  microphonePaused: string;
  reopenMicrophone: string;
  microphone: string;
  defaultMicrophone: string;
  microphoneLevel: string;
  assistantVolume: string;
  captions: string;
  captionsEmpty: string;
  speakers: { assistant: string; visitor: string };
  tools: ToolsCopy;
  failures: Record<FailureKind, FailureCopy>;
  receipt: ReceiptCopy;
}

export interface ReceiptCopy {
  /** The length of the call. Has `{minutes}` and `{seconds}`. */
  minutes: string;
  /** The length of a call under a minute. Has `{seconds}`. */
  seconds: string;
  conversation: string;
  copy: string;
  copied: string;
  /** Shown with the conversation when the browser cannot copy it. */
  byHand: string;
  download: string;
  fileName: string;
  rating: string;
  ratings: readonly [string, string, string, string, string];
  rated: string;
  addToMessage: string;
}

/** Formats the time limit of a call (docs/behaviour.md, section 4). */
export const formatMaxDuration = ({ timeLimit }: CallCopy, maxSeconds: number) =>
  timeLimit.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));
