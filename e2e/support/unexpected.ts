import { expect } from '@playwright/test';

/** No test may expect this: a part as short as `Error` would hide every fault. */
const ANY_FAULT = "Uncaught TypeError: Cannot read properties of undefined (reading 'x')";

/**
 * Fails on a text in which none of the expected parts occurs, and on a part that also occurs in
 * faults that have nothing to do with the test.
 */
export function expectOnly(expectedParts: readonly string[], texts: readonly string[]): void {
  expect(
    expectedParts.filter((part) => ANY_FAULT.includes(part)),
    'hide other faults',
  ).toEqual([]);
  const unexpected = texts.filter((text) => !expectedParts.some((part) => text.includes(part)));
  expect(unexpected, 'unexpected in the console, or violations of the policy').toEqual([]);
}
