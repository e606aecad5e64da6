import { act, fireEvent, render, screen } from '@testing-library/react';
import { FailureActions } from '@/components/voice/failure-actions';
import { reloadIfOutdated } from '@/components/voice/reload-if-outdated';

jest.mock('@/components/voice/reload-if-outdated');

const clipboard = (value: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
afterEach(() => clipboard(undefined));

function shown(does: 'retry' | 'load-again' | 'copy-link' | 'open-secure') {
  const onRetry = jest.fn();
  const failure = { message: 'It failed.', button: { label: 'Do something', done: 'Done', does } };
  render(<FailureActions failure={failure} onRetry={onRetry} failureAction={<i>Else</i>} />);
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
  return { onRetry, press };
}

it('tries again, and offers another way', async () => {
  const { onRetry, press } = shown('retry');
  expect(screen.getByText('Else')).toBeVisible();
  await press();
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button')).toHaveTextContent('Do something');
});

it.each([
  ['loads again', false, 1],
  ['leaves it to a newer version of the page', true, 0],
])('%s', async (_what, reloads, tries) => {
  jest.mocked(reloadIfOutdated).mockResolvedValue(reloads);
  const { onRetry, press } = shown('load-again');
  await press();
  expect(onRetry).toHaveBeenCalledTimes(tries);
});

it('copies the link to this page, and says so', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  clipboard({ writeText });
  const { onRetry, press } = shown('copy-link');
  await press();
  expect(writeText.mock.calls).toEqual([['http://localhost/']]);
  expect(screen.getByText('Done')).toHaveAttribute('aria-live', 'polite');
  expect(onRetry).not.toHaveBeenCalled();
});

it.each([
  ['refuses', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
  ['has no clipboard', undefined],
])('does not claim success when the browser %s', async (_, value) => {
  clipboard(value);
  const { press } = shown('copy-link');
  await press();
  expect(screen.getByRole('button')).toHaveTextContent('Do something');
});

it('opens the page over a secure connection, and does nothing else', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  clipboard({ writeText });
  // jsdom does not navigate; it logs an error.
  const went = jest.mocked(console.error).mockImplementation(() => undefined);
  const { onRetry, press } = shown('open-secure');
  expect(went).not.toHaveBeenCalled();
  await press();
  expect(went.mock.calls).toEqual([[expect.objectContaining({ type: 'not implemented' })]]);
  expect(writeText).not.toHaveBeenCalled();
  expect(onRetry).not.toHaveBeenCalled();
});

it('offers no button where nothing helps, but another way', () => {
  const failure = { message: 'Calls are off.' };
  render(<FailureActions failure={failure} onRetry={jest.fn()} failureAction={<i>Else</i>} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Else')).toBeVisible();
});

it('offers to type where that helps', () => {
  const onStart = jest.fn();
  const typing = { label: 'Type instead', onStart };
  render(<FailureActions failure={{ message: 'No.' }} onRetry={jest.fn()} typing={typing} />);
  fireEvent.click(screen.getByRole('button', { name: 'Type instead' }));
  expect(onStart).toHaveBeenCalledTimes(1);
});
