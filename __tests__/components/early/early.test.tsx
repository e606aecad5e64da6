import { fireEvent, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { early } from '@/components/early/early';
import { InlineScript } from '@/components/ui/inline-script';
import { begin, earlyInJsdom } from './early-page';

earlyInJsdom();

const toggle = (target: Element, newState: string) =>
  target.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
const panel = () => document.getElementById('panel')!;
const dialog = () => document.querySelector('dialog')!;

test('the menu’s button names its popover, and says whether it is open whoever opened it', () => {
  const button = screen.getByRole('button', { name: /menu/i, expanded: false });
  expect(button).toHaveAttribute('popovertarget', 'panel');
  for (const newState of ['open', 'closed']) {
    toggle(panel(), newState);
    expect(button).toHaveAttribute('aria-expanded', String(newState === 'open'));
  }
});

test('a menu that was opened before the page was complete says so still', () => {
  toggle(panel(), 'open');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(document.querySelector('[popovertarget]')).toHaveAttribute('aria-expanded', 'true');
});

test('choosing a link closes the menu, a tap beside one does not', () => {
  const { hidePopover } = panel();
  for (const beside of ['Not a link', 'Close the menu', 'A link beside the menu']) {
    fireEvent.click(screen.getByText(beside));
  }
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Core Features'));
  expect(hidePopover).toHaveBeenCalledTimes(1);
});

test('a tap on nothing does nothing', () => {
  fireEvent.click(document);
  fireEvent.click(document.body);
  expect(dialog().open).toBe(false);
});

test('where the browser knows no invoker commands, they are obeyed all the same', () => {
  fireEvent.click(screen.getByText('Open later'));
  expect(dialog().open).toBe(false);
  const showModal = jest.spyOn(dialog(), 'showModal');
  fireEvent.click(screen.getByText('Open'));
  expect(dialog().open).toBe(true);
  fireEvent.click(screen.getByText('Open'));
  expect(showModal).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('Close'));
  expect(dialog().open).toBe(false);
});

test('where the browser knows them, they are left to it', () => {
  Object.defineProperty(HTMLButtonElement.prototype, 'command', { configurable: true, value: '' });
  begin();
  fireEvent.click(screen.getByText('Open'));
  expect(dialog().open).toBe(false);
  Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
});

describe('behind a dialog, what is out of sight', () => {
  let parts: HTMLElement[];
  const hidden = () => parts.map((part) => part.style.contentVisibility);
  const all = ['', '', '', '', '', ''];
  const inSightOnly = ['hidden', '', '', '', 'hidden', 'hidden'];

  beforeEach(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<section></section>'.repeat(5) + '<footer></footer>',
    );
    parts = [...document.querySelectorAll<HTMLElement>('section, footer')];
    // In a window of 768 px: above it, touching its upper edge, in it, touching its lower edge, and below it.
    [-101, -100, 400, 768, 769, 900].forEach((top, index) => {
      parts[index]!.getBoundingClientRect = () => ({ top, bottom: top + 100 }) as DOMRect;
    });
  });

  test('is not rendered', () => {
    toggle(dialog(), 'open');
    expect(hidden()).toEqual(inSightOnly);
    toggle(dialog(), 'closed');
    expect(hidden()).toEqual(all);
  });

  test('is rendered behind a menu', () => {
    toggle(panel(), 'open');
    expect(hidden()).toEqual(all);
  });

  test('stays away when a menu closes', () => {
    toggle(dialog(), 'open');
    toggle(panel(), 'closed');
    expect(hidden()).toEqual(inSightOnly);
  });

  test('is looked at anew by the next dialog', () => {
    toggle(dialog(), 'open');
    parts[4]!.getBoundingClientRect = () => ({ top: 0, bottom: 100 }) as DOMRect;
    toggle(dialog(), 'open');
    expect(hidden()).toEqual(['hidden', '', '', '', '', 'hidden']);
  });

  test.each(['resize', 'scroll'])('comes back with a %s', (type) => {
    window.dispatchEvent(new Event(type));
    expect(hidden()).toEqual(all);
    toggle(dialog(), 'open');
    window.dispatchEvent(new Event(type));
    expect(hidden()).toEqual(all);
  });
});

test('a press on Start is kept, but only while nobody answers it', () => {
  const start = screen.getByText('Start');
  fireEvent.click(start);
  expect(start).toHaveAttribute('data-pressed', '');
  delete start.dataset.pressed;
  delete start.dataset.waits;
  fireEvent.click(start);
  expect(start).not.toHaveAttribute('data-pressed');
});

describe('a form', () => {
  let send: HTMLElement;
  const submit = (submitter: HTMLElement | null) =>
    send.parentElement!.dispatchEvent(
      new SubmitEvent('submit', { submitter, bubbles: true, cancelable: true }),
    );

  beforeEach(() => {
    document.body.insertAdjacentHTML('beforeend', '<form><button>Send</button></form>');
    send = screen.getByText('Send');
  });

  test('is posted once', () => {
    expect(submit(send)).toBe(true);
    expect(send).toHaveAttribute('data-pressed', '');
    expect(submit(send)).toBe(false);
  });

  test('can be posted again when the page comes back', () => {
    submit(send);
    fireEvent(window, new Event('pagehide'));
    expect(submit(send)).toBe(true);
  });

  test('can be posted again after five seconds without an answer', () => {
    submit(send);
    jest.advanceTimersByTime(4_999);
    expect(submit(send)).toBe(false);
    jest.advanceTimersByTime(1);
    expect(submit(send)).toBe(true);
  });

  test('that is sent without a button is none of its business', () => {
    expect(submit(null)).toBe(true);
    expect(submit(null)).toBe(true);
  });

  test('that React sends is no post', () => {
    document.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    submit(send);
    expect(send).not.toHaveAttribute('data-pressed');
  });
});

test('the script is its own source, so that it can stand in the page', () => {
  const html = renderToString(<InlineScript run={early} nonce="n" />);
  expect(html).toContain('<script nonce="n">(function early(');
});
