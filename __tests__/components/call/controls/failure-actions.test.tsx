import { act, fireEvent, screen } from '@testing-library/react';
import { FailureActions } from '@/components/call/controls/failure-actions';
import { callCopyEn } from '@/lib/content/call-en';
import { reloadIfOutdated } from '@/components/call/loading/reload-if-outdated';
import { renderInCall } from '../render-in-call';

jest.mock('@/components/call/loading/reload-if-outdated');

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

it.each([
  ['loads again', false, 1],
  ['leaves it to a newer version of the page', true, 0],
])('%s', async (_what, shouldReload, tries) => {
  jest.mocked(reloadIfOutdated).mockResolvedValue(shouldReload);
  const { onRetry, press } = renderActions('load-again');
  await press();
  expect(onRetry).toHaveBeenCalledTimes(tries);
});

it('copies the link that the page hands over', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const { onRetry, press } = renderActions(
    'copy-link',
    () => 'https://example.com/?contact_name=Jan',
  );
  await press();
  expect(writeText.mock.calls).toEqual([['https://example.com/?contact_name=Jan']]);
  expect(onRetry).not.toHaveBeenCalled();
});

it('opens the page over a secure connection, and does nothing else', async () => {
  // jsdom does not navigate; it logs an error.
  const navigationErrors = jest.mocked(console.error).mockImplementation(() => undefined);
  const { onRetry, press } = renderActions('open-secure');
  expect(navigationErrors).not.toHaveBeenCalled();
  await press();
  expect(navigationErrors.mock.calls).toEqual([
    [expect.objectContaining({ type: 'not implemented' })],
  ]);
  expect(onRetry).not.toHaveBeenCalled();
});

it('opens the secure page by the link that the page hands over', async () => {
  jest.mocked(console.error).mockImplementation(() => undefined);
  const link = jest.fn(() => 'http://example.com/outreach?contact_name=Jan');
  const { press } = renderActions('open-secure', link);
  await press();
  expect(link).toHaveBeenCalledTimes(1);
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
