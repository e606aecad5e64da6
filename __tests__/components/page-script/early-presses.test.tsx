import { fireEvent, screen } from '@testing-library/react';
import { keepPresses } from '@/components/page-script/early-presses';
import { advance, setUpPage } from './page-in-jsdom';

setUpPage(
  keepPresses,
  `<div data-cannot-call="" hidden><input readonly aria-label="Copy the link" /></div>
  <button data-call-main="">Start</button>
  <form><button>Send</button></form>`,
);
beforeEach(() => delete window.startPressedAt);

const getNotice = () => document.querySelector<HTMLElement>('[data-cannot-call]')!;
const getStart = () => screen.getByText('Start');
const pressStart = () => fireEvent.click(getStart());
const leavePage = () => fireEvent(window, new Event('pagehide'));

test.each([
  ['its address', null, 'http://localhost/'],
  ['what it was before it was shortened', { address: 'http://a.cz/o/x' }, 'http://a.cz/o/x'],
])('says that this browser cannot call, with the link: %s', async (_what, state, link) => {
  history.replaceState(state, '', '/');
  await advance(60_000);
  pressStart();
  await advance(2_000);
  pressStart();
  await advance(2_499);
  expect(getNotice()).not.toBeVisible();
  await advance(1);
  expect(getNotice()).toBeVisible();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Copy the link' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue(link);
  expect(field.selectionEnd).toBe(link.length);
});

test('says nothing on a page that was left, unless Start is pressed again', async () => {
  pressStart();
  leavePage();
  await advance(60_000);
  expect(getNotice()).not.toBeVisible();
  pressStart();
  leavePage();
  pressStart();
  await advance(4_500);
  expect(getNotice()).toBeVisible();
});

test('remembers the last press on Start with its time until React takes over', async () => {
  const pressedAt = Date.now();
  pressStart();
  expect(window.startPressedAt).toBe(pressedAt);
  await advance(19_000);
  pressStart();
  expect(getStart()).toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBe(pressedAt + 19_000);
  leavePage();
  expect(getStart()).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
  getNotice().remove();
  pressStart();
  expect(getStart()).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
});

describe('a form', () => {
  /** @returns whether the browser would post the form */
  const submit = (submitter: HTMLElement | null = screen.getByText('Send')) =>
    screen
      .getByText('Send')
      .parentElement!.dispatchEvent(
        new SubmitEvent('submit', { submitter, bubbles: true, cancelable: true }),
      );

  test.each([
    ['the page comes back', async () => void leavePage()],
    ['five seconds have passed without an answer', () => advance(1)],
  ])('is posted once, and again when %s', async (_what, happen) => {
    expect(submit()).toBe(true);
    await advance(4_999);
    expect(submit()).toBe(false);
    await happen();
    expect(submit()).toBe(true);
  });

  test('is left alone if React sends it, or no button does', () => {
    document.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    submit();
    expect(submit()).toBe(true);
    for (let press = 0; press < 2; press += 1) expect(submit(null)).toBe(true);
  });
});
