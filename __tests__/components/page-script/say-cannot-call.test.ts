import { fireEvent, screen } from '@testing-library/react';
import { forgetPresses, markPresses } from '@/components/page-script/mark-presses';
import { keepPageWithoutScript, sayCannotCall } from '@/components/page-script/say-cannot-call';
import { advance, setUpPage } from './page-in-jsdom';

const page =
  '<div data-cannot-call="" hidden><button data-by-hand="Copy it:" data-done="Copied">' +
  '<span>Copy the link</span></button></div><button data-waits="">Start</button>';
setUpPage(() => {
  markPresses();
  sayCannotCall();
}, page);
const getNotice = () => document.querySelector<HTMLElement>('[data-cannot-call]')!;
const setClipboard = (clipboard: object | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });

test('says within five seconds of a press that this browser cannot call', async () => {
  await advance(60_000);
  expect(getNotice()).not.toBeVisible();
  fireEvent.click(screen.getByText('Start'));
  await advance(4_499);
  expect(getNotice()).not.toBeVisible();
  await advance(1);
  expect(getNotice()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the link' })).toHaveFocus();
});

test.each([
  ['React has removed the notice', () => getNotice().remove()],
  ['the page was left', () => fireEvent(window, new Event('pagehide'))],
])('says nothing if %s', async (_what, happen) => {
  const notice = getNotice();
  fireEvent.click(screen.getByText('Start'));
  happen();
  await advance(60_000);
  expect(notice).toHaveAttribute('hidden');
});

test('says so although the retries of the scripts have forgotten the press', async () => {
  fireEvent.click(screen.getByText('Start'));
  forgetPresses();
  await advance(4_500);
  expect(getNotice()).toBeVisible();
});

test('says so after a press on a page that the back/forward cache has restored', async () => {
  fireEvent.click(screen.getByText('Start'));
  fireEvent(window, new Event('pagehide'));
  fireEvent.click(screen.getByText('Start'));
  await advance(4_500);
  expect(getNotice()).toBeVisible();
});

test('counts five seconds from the first press', async () => {
  fireEvent.click(screen.getByText('Start'));
  await advance(2_000);
  fireEvent.click(screen.getByText('Start'));
  await advance(2_500);
  expect(getNotice()).toBeVisible();
});

test('copies the link', async () => {
  const writeText = jest.fn(async () => undefined);
  setClipboard({ writeText });
  fireEvent.click(screen.getByText('Copy the link'));
  await advance();
  expect(writeText).toHaveBeenCalledWith(location.href);
  expect(screen.getByText('Copied')).toBeInTheDocument();
});

test.each([
  ['has no clipboard', undefined],
  ['refuses', { writeText: () => Promise.reject(new Error('refused')) }],
  ['never answers', { writeText: () => new Promise(() => undefined) }],
])('shows the link to copy by hand where the browser %s', async (_what, clipboard) => {
  setClipboard(clipboard);
  const prompt = jest.spyOn(window, 'prompt').mockReturnValue(null);
  fireEvent.click(screen.getByText('Copy the link'));
  await advance(2_000);
  expect(prompt).toHaveBeenCalledWith('Copy it:', location.href);
  expect(screen.getByText('Copy the link')).toBeInTheDocument();
});

test('hides until the page has loaded that one of its scripts has failed', () => {
  keepPageWithoutScript();
  const script = document.body.appendChild(document.createElement('script'));
  const handleError = jest.fn();
  script.addEventListener('error', handleError);
  script.dispatchEvent(new Event('error'));
  expect(handleError).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  script.dispatchEvent(new Event('error'));
  expect(handleError).toHaveBeenCalledTimes(1);
});
