import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FailureActions } from '@/components/call/controls/failure-actions';
import type { CallState } from '@/lib/call/session/call-state';
import { renderInCall } from '../widget-fixture';

/** Renders the ways on after a failure. Returns what a press on its button does. */
function renderActions(
  action: 'retry' | 'copy-link' | 'open-secure',
  address = 'https://example.com/outreach?contact_name=Jan',
  state: CallState = { status: 'idle', failure: null, ended: null },
) {
  history.replaceState({ address }, '');
  const button = { label: 'Do something', done: 'Done', byHand: 'Copy it here', action };
  const { session } = renderInCall(
    <FailureActions failure={{ message: 'It failed.', button, typing: false }} />,
  );
  session.state.set(state);
  const onRetry = jest.spyOn(session, 'start').mockReturnValue();
  const press = () => userEvent.click(screen.getByRole('button'));
  return { onRetry, press };
}

/** jsdom does not navigate; it logs an error. */
const countNavigations = () => jest.mocked(console.error).mock.calls.length;
const allowNavigations = () => jest.mocked(console.error).mockImplementation(() => undefined);

it('retries', async () => {
  const { onRetry, press } = renderActions('retry');
  await press();
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('opens the page over a secure connection, and does nothing else', async () => {
  allowNavigations();
  // Without https: it would stay on the page of this test, which is no navigation.
  const { onRetry, press } = renderActions('open-secure', 'http://localhost/#call');
  expect(countNavigations()).toBe(0);
  await press();
  expect(countNavigations()).toBe(1);
  expect(onRetry).not.toHaveBeenCalled();
});

test.each([
  ['reloads the page, whose scripts may be outdated', 'init-failed', true, 1, 0],
  ['retries without a network, which would lose the page', 'init-failed', false, 0, 1],
  ['asks our server again, which has answered', 'service-busy', true, 0, 1],
] as const)('%s', async (_what, kind, isOnline, reloads, retries) => {
  allowNavigations();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const failure = { kind, phase: 'setup' } as const;
  const { onRetry, press } = renderActions('retry', '', { status: 'unusable', failure });
  await press();
  expect(countNavigations()).toBe(reloads);
  expect(onRetry).toHaveBeenCalledTimes(retries);
});

describe('copying the link', () => {
  const stubClipboard = (value: unknown) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
  afterEach(() => stubClipboard(undefined));

  const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Copy it here' });

  it.each([
    ['refuses', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
    ['has half a clipboard', {}],
    ['has no clipboard', undefined],
    ['never answers', { writeText: () => new Promise(() => undefined) }],
  ])('shows it to be copied by hand when the browser %s, until it is copied', async (_, value) => {
    jest.useFakeTimers();
    renderActions('copy-link', 'https://example.com/?a=1');
    const press = () =>
      act(async () => {
        screen.getByRole('button').click();
        await jest.advanceTimersByTimeAsync(2_000);
      });
    stubClipboard(value);
    // Another press selects it again.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await press();
      expect(screen.getByRole('button')).toHaveTextContent('Do something');
      expect(getField()).toHaveFocus();
      expect(getField()).toHaveAttribute('readonly');
      const { selectionStart, selectionEnd } = getField();
      expect(getField().value.slice(selectionStart, selectionEnd)).toBe('https://example.com/?a=1');
      getField().setSelectionRange(0, 0);
    }
    const writeText = jest.fn(() => Promise.resolve());
    stubClipboard({ writeText });
    await press();
    expect(writeText.mock.calls).toEqual([['https://example.com/?a=1']]);
    expect(screen.getByText('Done')).toHaveAttribute('aria-live', 'polite');
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
