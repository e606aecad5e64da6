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
