/** Describes tests that this machine may be unable to run. CI has to run them. */
export function describeUnless(problem: string | null, name: string, define: () => void): void {
  if (problem && !process.env['CI']) test.skip(`${name}: ${problem}`, () => undefined);
  else describe(name, define);
}
