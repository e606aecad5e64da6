import type { ToolsCopy } from './call-tools';

/** Every failure a visitor can be told of (docs/behaviour.md, section 8). `lib/voice/sdk-errors.ts` finds out which. */
export const failureKinds = [
  'not-configured',
  'init-failed',
  'start-failed',
  'unknown',
  'microphone-denied',
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

/** What went wrong, and the button that helps. */
export interface FailureCopy {
  message: string;
  action: string;
  does: 'retry' | 'load-again' | 'copy-link' | 'open-secure';
  /** The button's label once the action is done. */
  done?: string;
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
}

/** Every sentence of the call widget in one language. */
export interface CallCopy extends CallShellCopy {
  ready: string;
  connecting: string;
  askingForMicrophone: string;
  ending: string;
  active: string;
  ended: string;
  end: string;
  cancel: string;
  mute: string;
  elapsed: string;
  speaking: string;
  listening: string;
  youAreMuted: string;
  interrupted: string;
  playbackBlocked: string;
  tapToHear: string;
  unheard: string;
  sound: string;
  microphone: string;
  defaultMicrophone: string;
  microphoneLevel: string;
  callVolume: string;
  assistantVolume: string;
  captions: string;
  captionsEmpty: string;
  speakers: { assistant: string; visitor: string };
  tools: ToolsCopy;
  failures: Record<FailureKind, FailureCopy>;
}

/** Picks the shell's strings, so that a page sends no others. */
export function shellOf(copy: CallCopy): CallShellCopy {
  const { language, label, initialising, start, disclosure, privacyLink, errorTitle, loadFailed } =
    copy;
  return { language, label, initialising, start, disclosure, privacyLink, errorTitle, loadFailed };
}
