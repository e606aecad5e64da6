import { fireEvent, screen } from '@testing-library/react';
import { keepPresses } from '@/components/page-script/early-presses';
import { advance, setUpPage } from './page-in-jsdom';

const page =
  '<div data-cannot-call="" hidden><button data-by-hand="Copy it:" data-done="Copied">' +
  '<span>Copy the link</span></button></div><button data-call-main="">Start</button>' +
  '<form><button>Send</button></form>';
setUpPage(keepPresses, page);
beforeEach(() => delete window.startPressedAt);
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
  expect(notice).not.toBeVisible();
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

test('remembers the last press on Start with its time until React takes over', () => {
  const start = screen.getByText('Start');
  fireEvent.click(document);
  expect(start).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
  const pressedAt = Date.now();
  fireEvent.click(start);
  expect(start).toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBe(pressedAt);
  jest.advanceTimersByTime(19_000);
  fireEvent.click(start);
  expect(window.startPressedAt).toBe(pressedAt + 19_000);
  fireEvent(window, new Event('pagehide'));
  expect(start).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
  getNotice().remove();
  fireEvent.click(start);
  expect(start).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
});

describe('a form', () => {
  const getSendButton = () => screen.getByText('Send');
  /** @returns whether the browser would post the form */
  const submit = (submitter: HTMLElement | null = getSendButton()) =>
    getSendButton().parentElement!.dispatchEvent(
      new SubmitEvent('submit', { submitter, bubbles: true, cancelable: true }),
    );

  test('can be posted again when the page comes back', () => {
    submit();
    fireEvent(window, new Event('pagehide'));
    expect(submit()).toBe(true);
  });

  test('can be posted again after five seconds without an answer', () => {
    submit();
    jest.advanceTimersByTime(4_999);
    expect(submit()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(submit()).toBe(true);
  });

  test('that is sent without a button is left alone', () => {
    expect(submit(null)).toBe(true);
    expect(submit(null)).toBe(true);
  });

  test('that React sends is not marked as posted', () => {
    document.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    submit();
    expect(getSendButton()).not.toHaveAttribute('data-pressed');
  });
});
