import { fireEvent, screen } from '@testing-library/react';
import { keepPresses } from '@/components/page-script/early-presses';
import { advance, setUpPage } from './page-in-jsdom';

setUpPage(
  keepPresses,
  `<div data-cannot-call="" hidden><button data-by-hand="Copy it:" data-done="Copied">
    <span>Copy the link</span></button></div>
  <button data-call-main="">Start</button>
  <form><button>Send</button></form>`,
);
beforeEach(() => delete window.startPressedAt);

const getNotice = () => document.querySelector<HTMLElement>('[data-cannot-call]')!;
const getStart = () => screen.getByText('Start');
const pressStart = () => fireEvent.click(getStart());
const leavePage = () => fireEvent(window, new Event('pagehide'));

test('says within five seconds of the first press that this browser cannot call', async () => {
  await advance(60_000);
  pressStart();
  await advance(2_000);
  pressStart();
  await advance(2_499);
  expect(getNotice()).not.toBeVisible();
  await advance(1);
  expect(getNotice()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the link' })).toHaveFocus();
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

/** Presses “Copy the link” in a browser with this clipboard, and waits for its answer. */
async function copyLink(clipboard: object | undefined) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  fireEvent.click(screen.getByText('Copy the link'));
  await advance(2_000);
}

test('copies the link', async () => {
  const writeText = jest.fn(async () => undefined);
  await copyLink({ writeText });
  expect(writeText).toHaveBeenCalledWith(location.href);
  expect(screen.getByText('Copied')).toBeInTheDocument();
});

test.each([
  ['has no clipboard', undefined],
  ['refuses', { writeText: () => Promise.reject(new Error('refused')) }],
  ['never answers', { writeText: () => new Promise(() => undefined) }],
])('shows the link to copy by hand where the browser %s', async (_what, clipboard) => {
  const prompt = jest.spyOn(window, 'prompt').mockReturnValue(null);
  await copyLink(clipboard);
  expect(prompt).toHaveBeenCalledWith('Copy it:', location.href);
  expect(screen.getByText('Copy the link')).toBeInTheDocument();
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
