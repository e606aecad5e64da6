import { fireEvent, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { early } from '@/components/early/early';
import { InlineScript } from '@/components/ui/inline-script';
import { MenuButton } from '@/components/landing/menu-button';

const page = renderToString(
  <>
    <MenuButton label="Menu" panelId="panel" />
    <div id="panel" popover="auto">
      <a href="#demo">Core Features</a>
      <p>Not a link</p>
    </div>
    <button data-call-main="" data-waits="" aria-disabled="true">
      Start
    </button>
    <button command="show-modal" commandfor="dialog">
      Open
    </button>
    <dialog id="dialog">
      <button command="close" commandfor="dialog">
        Close
      </button>
    </dialog>
  </>,
);
const deferred =
  '<script type="text/x-component">1:"data"\n</script>' +
  ['/turbopack-r.js', '/a.js', '/b.js']
    .map((src) => `<script type="text/x-deferred" data-src="${src}"></script>`)
    .join('');
const sources = () => [...document.scripts].map((script) => script.getAttribute('src'));
/** The script with this address comes, or does not. */
const end = (src: string, type: 'load' | 'error') =>
  document.querySelector(`script[src="${src}"]`)!.dispatchEvent(new Event(type));
const settle = () => new Promise((done) => setTimeout(done, 60));

/** What is asked for ahead: how, and where it is. */
const ahead = () =>
  [...document.head.querySelectorAll('link')].map(
    ({ rel, href }) => `${rel} ${new URL(href).pathname}`,
  );

/** Ends what one test's script has begun to listen to. */
let forget: (() => void)[] = [];
afterEach(async () => {
  await settle();
  for (const one of forget) one();
  jest.restoreAllMocks();
});

beforeEach(() => {
  forget = [document, window].map((target: EventTarget) => {
    const listen = target.addEventListener;
    const begun: Parameters<typeof listen>[] = [];
    target.addEventListener = (...args: Parameters<typeof listen>) => {
      begun.push(args);
      listen.apply(target, args);
    };
    return () => {
      target.addEventListener = listen;
      for (const args of begun) target.removeEventListener(...args);
    };
  });
  delete window.__next_f;
  jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(true);
  document.head.innerHTML = '';
  document.body.innerHTML = page;
  const panel = document.getElementById('panel')!;
  panel.hidePopover = jest.fn();
  jest.spyOn(panel, 'matches').mockReturnValue(false);
  early();
  document.dispatchEvent(new Event('DOMContentLoaded'));
});

test('the menu’s button names its popover, and says whether it is open whoever opened it', () => {
  const button = screen.getByRole('button', { name: /menu/i });
  expect(button).toHaveAttribute('popovertarget', 'panel');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  for (const newState of ['open', 'closed']) {
    const event = Object.assign(new Event('beforetoggle'), { newState });
    document.getElementById('panel')!.dispatchEvent(event);
    expect(button).toHaveAttribute('aria-expanded', String(newState === 'open'));
  }
});

test('choosing a link closes the menu, a tap beside one does not', () => {
  const { hidePopover } = document.getElementById('panel')!;
  fireEvent.click(screen.getByText('Not a link'));
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Core Features'));
  expect(hidePopover).toHaveBeenCalledTimes(1);
});

test('where the browser knows no invoker commands, they are obeyed all the same', () => {
  const dialog = document.querySelector('dialog')!;
  fireEvent.click(screen.getByText('Open'));
  expect(dialog.open).toBe(true);
  fireEvent.click(screen.getByText('Open'));
  expect(dialog.open).toBe(true);
  fireEvent.click(screen.getByText('Close'));
  expect(dialog.open).toBe(false);
});

test('behind a dialog, what is out of sight is not rendered', () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<section></section><section></section><section></section><footer></footer>',
  );
  const parts = [...document.querySelectorAll<HTMLElement>('section, footer')];
  // 600 px each, scrolled by 700 px, in a window of 768 px.
  parts.forEach((part, index) => {
    const top = index * 600 - 700;
    part.getBoundingClientRect = () => ({ top, bottom: top + 600 }) as DOMRect;
  });
  const hidden = () => parts.map((part) => part.style.contentVisibility);
  const toggle = (target: Element, newState: string) =>
    target.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
  toggle(document.getElementById('panel')!, 'open');
  expect(hidden()).toEqual(['', '', '', '']);
  toggle(document.querySelector('dialog')!, 'open');
  expect(hidden()).toEqual(['hidden', '', '', 'hidden']);
  toggle(document.querySelector('dialog')!, 'closed');
  expect(hidden()).toEqual(['', '', '', '']);
  toggle(document.querySelector('dialog')!, 'open');
  expect(hidden()).toEqual(['hidden', '', '', 'hidden']);
  window.dispatchEvent(new Event('resize'));
  expect(hidden()).toEqual(['', '', '', '']);
});

test('a press on Start is kept, but only while nobody answers it', () => {
  const start = screen.getByText('Start');
  fireEvent.click(start);
  expect(start).toHaveAttribute('data-pressed');
  delete start.dataset.pressed;
  delete start.dataset.waits;
  fireEvent.click(start);
  expect(start).not.toHaveAttribute('data-pressed');
});

test('React wakes at the first sign of intent, its data first, only once, and when all is there', async () => {
  document.body.insertAdjacentHTML('beforeend', deferred);
  await settle();
  expect(sources()).toEqual([null, null, null, null]);
  document.dispatchEvent(new Event('scroll'));
  document.dispatchEvent(new Event('keydown'));
  expect(sources()).toEqual([null, null, null, null]);
  await settle();
  expect(window.__next_f).toEqual([[0], [1, '1:"data"\n']]);
  // What starts React is under way as well, but does not run yet.
  expect(sources()).toEqual([null, '/a.js', '/b.js']);
  expect(ahead()).toEqual(['preload /turbopack-r.js']);
  end('/a.js', 'load');
  await settle();
  expect(sources()).toEqual([null, '/a.js', '/b.js']);
  end('/b.js', 'load');
  await settle();
  expect(sources()).toEqual(['/turbopack-r.js', '/a.js', '/b.js']);
});

test('a script that does not come is asked for again after a while, the others and the data are not', async () => {
  document.body.insertAdjacentHTML('beforeend', deferred);
  const start = screen.getByText('Start');
  fireEvent.click(start);
  await settle();
  jest.useFakeTimers();
  end('/a.js', 'error');
  end('/b.js', 'load');
  for (const pause of [1_000, 2_000, 4_000]) {
    await jest.advanceTimersByTimeAsync(pause - 1);
    expect(sources()).toEqual([null, null, '/b.js']);
    expect(start).toHaveAttribute('data-pressed');
    await jest.advanceTimersByTimeAsync(1);
    expect(sources()).toEqual([null, '/a.js', '/b.js']);
    end('/a.js', 'error');
  }
  await jest.advanceTimersByTimeAsync(0);
  expect(start).not.toHaveAttribute('data-pressed');
  await jest.advanceTimersByTimeAsync(8_000);
  end('/a.js', 'load');
  await jest.advanceTimersByTimeAsync(0);
  jest.useRealTimers();
  expect(sources()).toEqual(['/turbopack-r.js', '/a.js', '/b.js']);
  expect(window.__next_f).toHaveLength(2);
});

test('a form is posted once, and can be again when the page comes back', () => {
  document.body.insertAdjacentHTML('beforeend', '<form><button>Send</button></form>');
  const send = screen.getByText('Send');
  const post = () => {
    const event = new SubmitEvent('submit', { submitter: send, bubbles: true, cancelable: true });
    return send.parentElement!.dispatchEvent(event);
  };
  expect(post()).toBe(true);
  expect(send).toHaveAttribute('data-pressed');
  expect(post()).toBe(false);
  fireEvent(window, new Event('pagehide'));
  expect(post()).toBe(true);
  jest.useFakeTimers();
  fireEvent(window, new Event('pagehide'));
  post();
  jest.advanceTimersByTime(5_000);
  expect(post()).toBe(true);
  jest.useRealTimers();
});

test('what React sends is no post', () => {
  document.body.insertAdjacentHTML('beforeend', '<form><button>Send</button></form>');
  const send = screen.getByText('Send');
  document.addEventListener('submit', (event) => event.preventDefault(), { once: true });
  const event = new SubmitEvent('submit', { submitter: send, bubbles: true, cancelable: true });
  send.parentElement!.dispatchEvent(event);
  expect(send).not.toHaveAttribute('data-pressed');
});

test('what waits is fetched ahead once the page has loaded, unless the visitor saves data', async () => {
  document.body.insertAdjacentHTML('beforeend', deferred);
  Object.assign(navigator, { connection: { saveData: true } });
  fireEvent(window, new Event('load'));
  await new Promise((done) => setTimeout(done, 500));
  expect(ahead()).toEqual([]);
  Object.assign(navigator, { connection: undefined });
  fireEvent(window, new Event('load'));
  await new Promise((done) => setTimeout(done, 500));
  const asked = ['prefetch /turbopack-r.js', 'prefetch /a.js', 'prefetch /b.js'];
  expect(ahead()).toEqual(asked);
  // An old Chromium, where the policy forbids it.
  for (const link of document.head.querySelectorAll('link')) fireEvent.error(link);
  for (const link of document.head.querySelectorAll('link[rel="preload"]')) fireEvent.error(link);
  expect(ahead()).toEqual([
    ...asked,
    ...asked.map((entry) => entry.replace('prefetch', 'preload')),
  ]);
});

test('Firefox, which would refuse a prefetch under our policy, is never asked for one', async () => {
  jest
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  document.body.insertAdjacentHTML('beforeend', deferred);
  fireEvent(window, new Event('load'));
  await new Promise((done) => setTimeout(done, 500));
  expect(ahead()).toEqual(['preload /turbopack-r.js', 'preload /a.js', 'preload /b.js']);
});

test('the script is its own source, so that it can stand in the page', () => {
  const html = renderToString(<InlineScript run={early} nonce="n" />);
  expect(html).toContain('<script nonce="n">(function early(');
});
