import { fireEvent, screen } from '@testing-library/react';
import { markPresses } from '@/components/page-script/mark-presses';
import { setUpPage } from './page-in-jsdom';

setUpPage(markPresses, '<button data-waits="">Start</button><form><button>Send</button></form>');

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
  delete start.dataset.waits;
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

  test('is posted once', () => {
    expect(submit()).toBe(true);
    expect(getSendButton()).toHaveAttribute('data-pressed', '');
    expect(submit()).toBe(false);
  });

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
