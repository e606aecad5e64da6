import type { callCopyEn } from './call-en';

/** Words in braces are replaced. */
export type CallCopy = typeof callCopyEn;
export type ReceiptCopy = CallCopy['receipt'];

export const formatMaxDuration = ({ timeLimit }: CallCopy, maxSeconds: number) =>
  timeLimit.replace('{minutes}', String(Math.ceil(maxSeconds / 60)));
