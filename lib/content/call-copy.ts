type FailureAction = 'retry' | 'load-again' | 'copy-link' | 'open-secure';

interface FailureRemedy {
  /** Of the button; absent if the visitor can do nothing about the failure. */
  action?: FailureAction;
  /** Whether a typed call is offered. */
  typing?: true;
}

const microphoneRemedy: FailureRemedy = { action: 'retry', typing: true };

/** Every failure that a visitor can see (docs/behaviour.md, section 8), and what helps. */
const FAILURES = {
  'not-configured': {},
  'init-failed': { action: 'load-again' },
  'start-failed': { action: 'retry' },
  unknown: { action: 'retry' },
  'microphone-denied': microphoneRemedy,
  'microphone-dismissed': microphoneRemedy,
  'microphone-missing': microphoneRemedy,
  'microphone-busy': microphoneRemedy,
  'insecure-context': { action: 'open-secure' },
  'in-app-browser': { action: 'copy-link', typing: true },
  'unsupported-browser': { action: 'copy-link' },
  'key-rejected': {},
  'assistant-unknown': {},
  'quota-exhausted': {},
  'service-busy': { action: 'retry' },
  'calls-spent': {},
  'calls-off': {},
  'service-unreachable': { action: 'retry' },
  'service-failed': { action: 'retry' },
  'script-blocked': { action: 'retry' },
  'call-refused': { action: 'retry' },
  'no-answer': { action: 'retry' },
  'connection-lost': { action: 'retry' },
  'assistant-failed': { action: 'retry' },
} as const satisfies Record<string, FailureRemedy>;

export type FailureKind = keyof typeof FAILURES;
export const FAILURE_KINDS = Object.keys(FAILURES) as FailureKind[];

interface ButtonCopy {
  label: string;
  done?: string;
  /** Shown with the link when the browser cannot copy it. */
  byHand?: string;
}

export interface FailureCopy extends Pick<FailureRemedy, 'typing'> {
  message: string;
  button?: ButtonCopy & { action: FailureAction };
}

/** Puts one language's messages and buttons together. */
export function describeFailures(
  messages: Record<FailureKind, string>,
  buttons: Record<FailureAction, ButtonCopy>,
) {
  const describe = (kind: FailureKind): FailureCopy => {
    const { action, ...typing }: FailureRemedy = FAILURES[kind];
    const button = action && { button: { ...buttons[action], action } };
    return { message: messages[kind], ...button, ...typing };
  };
  const entries = FAILURE_KINDS.map((kind) => [kind, describe(kind)]);
  return Object.fromEntries(entries) as Record<FailureKind, FailureCopy>;
}

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
