import { act, fireEvent, screen } from '@testing-library/react';
import { FailureActions } from '@/components/call/controls/failure-actions';
import { renderInCall } from '../render-in-call';

const stubClipboard = (value: unknown) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
afterEach(() => stubClipboard(undefined));

const button = {
  label: 'Do something',
  done: 'Done',
  byHand: 'Copy it here',
  action: 'copy-link',
} as const;

function renderCopyLink(link = 'http://localhost/') {
  const failure = { message: 'It failed.', button, typing: false };
  renderInCall(<FailureActions failure={failure} onRetry={jest.fn()} />, {
    getLinkToCopy: () => link,
  });
  return () => act(async () => void fireEvent.click(screen.getByRole('button')));
}
const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Copy it here' });
const readSelection = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

it('copies the given link and confirms it', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  stubClipboard({ writeText });
  const press = renderCopyLink('https://example.com/outreach?contact_name=Jan');
  await press();
  expect(writeText.mock.calls).toEqual([['https://example.com/outreach?contact_name=Jan']]);
  expect(screen.getByText('Done')).toHaveAttribute('aria-live', 'polite');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each([
  ['refuses', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
  ['throws', { writeText: () => JSON.parse('writeText') as never }],
  ['has half a clipboard', {}],
  ['has no clipboard', undefined],
])('shows the link to be copied by hand when the browser %s', async (_, value) => {
  stubClipboard(value);
  const press = renderCopyLink('https://example.com/?a=1');
  expect(screen.queryByRole('textbox')).toBeNull();
  await press();
  expect(screen.getByRole('button')).toHaveTextContent('Do something');
  expect(getField()).toHaveFocus();
  expect(getField()).toHaveAttribute('readonly');
  expect(readSelection(getField())).toBe('https://example.com/?a=1');

  // Another press selects it again.
  getField().setSelectionRange(0, 0);
  getField().blur();
  await press();
  expect(getField()).toHaveFocus();
  expect(readSelection(getField())).toBe('https://example.com/?a=1');
});

it('shows the link to be copied by hand when the browser never says it is copied', async () => {
  jest.useFakeTimers();
  stubClipboard({ writeText: () => new Promise(() => undefined) });
  await renderCopyLink('https://example.com/?a=1')();
  expect(screen.queryByRole('textbox')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  jest.useRealTimers();
  expect(getField()).toHaveFocus();
  expect(readSelection(getField())).toBe('https://example.com/?a=1');
});

it('removes the field once copying succeeds', async () => {
  const press = renderCopyLink();
  await press();
  expect(getField()).toHaveValue('http://localhost/');
  stubClipboard({ writeText: () => Promise.resolve() });
  await press();
  expect(screen.getByText('Done')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
