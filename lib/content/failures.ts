import {
  FAILURE_KINDS,
  type FailureAction,
  type FailureKind,
  FAILURES,
  type FailureTraits,
} from '@/lib/call/failures';

interface ButtonCopy {
  label: string;
  done?: string;
  /** Shown with the link when the browser cannot copy it. */
  byHand?: string;
}

export interface FailureCopy extends Pick<FailureTraits, 'typing'> {
  message: string;
  button?: ButtonCopy & { action: FailureAction };
}

/** What each failure of a call says, and its button. */
export function describeFailures(
  messages: Record<FailureKind, string>,
  buttons: Record<FailureAction, ButtonCopy>,
) {
  const entries = FAILURE_KINDS.map((kind) => {
    const { action, typing }: FailureTraits = FAILURES[kind];
    const button = action && { button: { ...buttons[action], action } };
    return [kind, { message: messages[kind], ...button, typing }] as const;
  });
  return Object.fromEntries(entries) as Record<FailureKind, FailureCopy>;
}
