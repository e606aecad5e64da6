import { createInterface } from 'node:readline/promises';

/**
 * Asks the operator before something is deleted. Throws unless the answer is yes, and without a
 * terminal to ask in.
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(`${question} Nothing was deleted. Add --yes: there is no terminal to ask in.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was deleted.');
}
