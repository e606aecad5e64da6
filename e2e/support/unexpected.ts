/** No test may expect this: a part as short as `Error` would hide every fault. */
const ANY_FAULT = "Uncaught TypeError: Cannot read properties of undefined (reading 'x')";

/**
 * Lists the texts in which none of the expected parts occurs.
 *
 * @throws if a part also occurs in faults that have nothing to do with the test
 */
export function listUnexpected(texts: readonly string[], expectedParts: readonly string[]) {
  const tooGeneral = expectedParts.filter((part) => ANY_FAULT.includes(part));
  if (tooGeneral.length > 0) throw new Error(`“${tooGeneral.join('”, “')}” hides other faults.`);
  return texts.filter((text) => !expectedParts.some((part) => text.includes(part)));
}
