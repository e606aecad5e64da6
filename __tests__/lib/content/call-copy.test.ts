import { callCs } from '@/lib/content/call-cs';
import { callEn } from '@/lib/content/call-en';
import { failureKinds } from '@/lib/content/call-copy';

function sentences(copy: object): string[] {
  return Object.values(copy).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : sentences(value as object),
  );
}

const codes = new Set(['en', 'cs', 'retry', 'load-again', 'copy-link', 'open-secure']);

it.each([
  ['English', callEn],
  ['Czech', callCs],
])('has one sentence and one action for every failure in %s', (_, copy) => {
  expect(Object.keys(copy.failures).sort()).toEqual([...failureKinds].sort());
  for (const { message, action } of Object.values(copy.failures)) {
    expect(message).not.toBe('');
    expect(action).not.toBe('');
  }
});

it('words the specified texts exactly', () => {
  expect(callEn).toMatchObject({
    initialising: 'Initializing AI caller...',
    ready: 'Ready to start your AI call',
    connecting: 'Connecting to AI Assistant...',
    active: 'Call Active',
    end: 'End',
    mute: 'Mute',
    errorTitle: 'Error',
  });
  expect(callCs.errorTitle).toBe('Chyba');
  expect(callEn.failures.unknown.message).toBe('An error occurred during the call');
  expect(callEn.failures['init-failed'].message).toBe('Failed to initialize AI caller');
  expect(callEn.failures['not-configured'].message).toBe('AI caller not properly configured');
  expect(callEn.failures['start-failed'].message).toBe('Failed to start call');
});

it('leaves no English in the Czech texts', () => {
  const english = new Set(sentences(callEn).filter((text) => !codes.has(text)));
  expect(sentences(callCs).filter((text) => english.has(text))).toEqual([]);
});

it('sets Czech with Czech quotes, dashes and ellipses', () => {
  for (const text of sentences(callCs)) {
    expect(text).not.toMatch(/["“”](?!\S*“)|'|\.\.\.| - | {2}/);
    // A preposition of one letter never ends a line.
    expect(text).not.toMatch(/(?:^| )[ksvzouai] /iu);
  }
});
