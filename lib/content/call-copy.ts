import type { ToolsCopy } from './call-tools';

/** Every failure a visitor can be told of (docs/behaviour.md, section 8). `lib/call/sdk/sdk-errors.ts` finds out which. */
export const failureKinds = [
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

export type FailureKind = (typeof failureKinds)[number];

/** How a call can end that was live; the connection's failures have names of their own. */
type EndedBy = 'visitor' | 'assistant' | 'silence' | 'time-limit';

/** What went wrong, and what helps. */
export interface FailureCopy {
  message: string;
  /** Absent where nothing that the visitor can do here helps. */
  button?: {
    label: string;
    does: 'retry' | 'load-again' | 'copy-link' | 'open-secure';
    /** The label once it is done. */
    done?: string;
    /** Names what is to be copied by hand where the browser does not copy. */
    byHand?: string;
  };
  /** Whether the call can be made without a microphone. */
  typing?: true;
}

/** The strings of the server-rendered first state. */
export interface CallShellCopy {
  language: 'en' | 'cs';
  /** Names the widget for assistive technology. */
  label: string;
  initialising: string;
  start: string;
  /** Required before every call (EU AI Act, article 50). */
  disclosure: string;
  privacyLink: string;
  errorTitle: string;
  loadFailed: FailureCopy;
  /** What one can say, each a sentence that can also be sent as it stands. */
  examples: { title: string; sentences: readonly string[] };
}

/** Every sentence of the call widget in one language. */
export interface CallCopy extends CallShellCopy {
  ready: string;
  connecting: string;
  askingForMicrophone: string;
  ending: string;
  active: string;
  /** Before a call: how long it may take. `{minutes}` is replaced. */
  upTo: string;
  /** The last minute. `{time}` is replaced by the length at which the call ends. */
  lastMinute: string;
  /** Who or what ended a call, by its reason. */
  endedBy: Record<EndedBy, string>;
  end: string;
  cancel: string;
  mute: string;
  muted: string;
  keyboard: string;
  /** The button; `soundSettings` names what it opens. */
  sound: string;
  soundSettings: string;
  /** Names the field for typed words. */
  typeHere: string;
  send: string;
  /** The length of typed words near the limit. `{count}` is replaced. */
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

/** After a call that was long enough to look back at. */
export interface ReceiptCopy {
  /** The length; `{minutes}` and `{seconds}` are replaced. */
  minutes: string;
  seconds: string;
  /** Names what was said. */
  conversation: string;
  copy: string;
  copied: string;
  /** Names the conversation where it is to be copied by hand. */
  byHand: string;
  download: string;
  /** The name of the downloaded file, without its ending. */
  file: string;
  rating: string;
  ratings: readonly [string, string, string, string, string];
  /** Once a rating was given. */
  rated: string;
  addToMessage: string;
}

/**
 * How long a call may take, in words (docs/behaviour.md, section 4).
 *
 * @param maxSeconds the longest call, in seconds
 */
export const formatMaxDuration = ({ upTo }: CallCopy, maxSeconds: number) =>
  upTo.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));

/** Picks the shell's strings, so that a page sends no others. */
export function pickShellCopy(copy: CallCopy): CallShellCopy {
  const { language, label, initialising, start, disclosure, privacyLink } = copy;
  const { errorTitle, loadFailed, examples } = copy;
  return {
    language,
    label,
    initialising,
    start,
    disclosure,
    privacyLink,
    errorTitle,
    loadFailed,
    examples,
  };
}
