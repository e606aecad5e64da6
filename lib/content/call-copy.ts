import type { callCopyEn } from './call-en';

/** All texts of the call widget in one language; words in braces are replaced. */
export type CallCopy = typeof callCopyEn;
export type ReceiptCopy = CallCopy['receipt'];

/** Formats the time limit of a call (docs/behaviour.md, section 4). */
export const formatMaxDuration = ({ timeLimit }: CallCopy, maxSeconds: number) =>
  timeLimit.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));
