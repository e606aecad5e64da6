import { virtual } from '@guidepup/virtual-screen-reader';
import { act } from '@testing-library/react';

/** Call it in a test file that starts the reader. */
export function setUpReader(): void {
  beforeEach(() => {
    // The reader asks for the styles of pseudo-elements, which jsdom does not have; it says so each
    // time.
    const strict = jest.mocked(console.error).getMockImplementation();
    jest.mocked(console.error).mockImplementation((...args: unknown[]) => {
      if ((args[0] as { type?: unknown } | undefined)?.type !== 'not implemented')
        strict?.(...args);
    });
  });
  afterEach(() => virtual.stop());
}

/** Returns everything that the reader says while it walks through an element. */
export async function collectSpeech(container: HTMLElement): Promise<string[]> {
  await virtual.start({ container });
  const first = await virtual.lastSpokenPhrase();
  let steps = 0;
  do {
    if ((steps += 1) > 500) throw new Error(`The reader never says “${first}” again.`);
    await virtual.next();
  } while ((await virtual.lastSpokenPhrase()) !== first);
  return (await virtual.spokenPhraseLog()).slice(0, -1);
}

/**
 * What is announced while something is done, mostly from live regions; uses the test's fake clock.
 */
export async function recordAnnouncements(action: () => unknown): Promise<string[]> {
  await virtual.clearSpokenPhraseLog();
  await action();
  // The reader looks at changes a moment after they were made.
  await act(() => jest.advanceTimersByTimeAsync(1));
  const phrases = await virtual.spokenPhraseLog();
  // It repeats itself when one change touches several nodes of a region.
  return phrases.filter((phrase, index) => phrase !== phrases[index - 1]);
}
