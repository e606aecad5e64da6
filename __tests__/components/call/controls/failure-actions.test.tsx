import { act, fireEvent, screen } from '@testing-library/react';
import { FailureActions } from '@/components/call/controls/failure-actions';
import { callCopyEn } from '@/lib/content/call-en';
import { renderInCall } from '../render-in-call';

function renderActions(
  action: 'retry' | 'load-again' | 'copy-link' | 'open-secure',
  getLinkToCopy?: () => string,
) {
  const onRetry = jest.fn();
  const button = { label: 'Do something', action };
  const failure = { message: 'It failed.', button, typing: false };
  const page = { failureAction: <i>Else</i>, getLinkToCopy };
  renderInCall(<FailureActions failure={failure} onRetry={onRetry} />, page);
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
  return { onRetry, press };
}

it('retries, and shows the alternative', async () => {
  const { onRetry, press } = renderActions('retry');
  expect(screen.getByText('Else')).toBeVisible();
  await press();
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button')).toHaveTextContent('Do something');
});

describe('loading again', () => {
  const originalFetch = globalThis.fetch;
  const buildScript = (name: string) => `<script src="/_next/static/chunks/${name}.js"></script>`;
  const createPage =
    (html: string, ok = true) =>
    async () => ({ ok, text: async () => html });
  /** Presses the button; `fetchPage` answers the request for the page's newest version. */
  async function loadAgain(fetchPage: () => Promise<unknown>) {
    const fetch = jest.fn(fetchPage);
    globalThis.fetch = fetch as unknown as typeof globalThis.fetch;
    const { onRetry, press } = renderActions('load-again');
    await press();
    return { fetch, onRetry };
  }
  /** jsdom does not navigate; it logs an error. */
  const countReloads = () => jest.mocked(console.error).mock.calls.length;

  beforeEach(() => {
    document.head.innerHTML = buildScript('a') + buildScript('lazy');
    jest.mocked(console.error).mockImplementation(() => undefined);
  });
  afterEach(() => {
    document.head.innerHTML = '';
    globalThis.fetch = originalFetch;
  });

  it('reloads the page if there is a newer version', async () => {
    const { fetch, onRetry } = await loadAgain(createPage(buildScript('b')));
    const signal = expect.any(AbortSignal);
    expect(fetch).toHaveBeenCalledWith('http://localhost/', { cache: 'no-store', signal });
    expect(countReloads()).toBe(1);
    expect(onRetry).not.toHaveBeenCalled();
  });

  it.each([
    ['is the newest', createPage(buildScript('a'))],
    ['cannot be asked for', () => Promise.reject(new TypeError('offline'))],
    ['is answered with an error', createPage(buildScript('b'), false)],
  ])('retries on a page that %s', async (_what, fetchPage) => {
    const { onRetry } = await loadAgain(fetchPage);
    expect(countReloads()).toBe(0);
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('starts nothing if the page was left meanwhile', async () => {
    const { onRetry } = await loadAgain(() => {
      dispatchEvent(new Event('pagehide'));
      return Promise.reject(new TypeError('aborted'));
    });
    expect(countReloads()).toBe(0);
    expect(onRetry).not.toHaveBeenCalled();
  });
});

it('opens the page over a secure connection, and does nothing else', async () => {
  // jsdom does not navigate; it logs an error.
  const navigationErrors = jest.mocked(console.error).mockImplementation(() => undefined);
  const link = jest.fn(() => 'http://example.com/outreach?contact_name=Jan');
  const { onRetry, press } = renderActions('open-secure', link);
  expect(navigationErrors).not.toHaveBeenCalled();
  await press();
  expect(link).toHaveBeenCalledTimes(1);
  expect(navigationErrors.mock.calls).toEqual([
    [expect.objectContaining({ type: 'not implemented' })],
  ]);
  expect(onRetry).not.toHaveBeenCalled();
});

it('shows no button if retrying does not help, only the alternative', () => {
  const failure = { message: 'Calls are off.', typing: false };
  renderInCall(<FailureActions failure={failure} onRetry={jest.fn()} />, {
    failureAction: <i>Else</i>,
  });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Else')).toBeVisible();
});

it('offers a typed call if that helps', () => {
  const failure = { message: 'No.', typing: true } as const;
  const { session } = renderInCall(<FailureActions failure={failure} onRetry={jest.fn()} />);
  const start = jest.spyOn(session, 'start').mockImplementation();
  fireEvent.click(screen.getByRole('button', { name: callCopyEn.typeInstead }));
  expect(start.mock.calls).toEqual([['text']]);
});
