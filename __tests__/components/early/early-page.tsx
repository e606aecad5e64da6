import { renderToString } from 'react-dom/server';
import { early } from '@/components/early/early';
import { MenuButton } from '@/components/landing/menu-button';

const page = renderToString(
  <>
    <MenuButton label="Menu" panelId="panel" />
    <div id="panel" popover="auto">
      <a href="#demo">Core Features</a>
      <button>Close the menu</button>
      <p>Not a link</p>
    </div>
    <a href="#elsewhere">A link beside the menu</a>
    <button data-call-main="" data-waits="" aria-disabled="true">
      Start
    </button>
    <button command="show-modal" commandfor="dialog">
      Open
    </button>
    <button command="show-modal" commandfor="dialog" disabled>
      Open later
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

/** Ends what one test's script has begun to listen to. */
let forget: (() => void)[] = [];

/** Call it in a test file: every test gets a page in which the early script runs, by the test's own clock. */
export function earlyInJsdom(): void {
  beforeEach(() => {
    jest.useFakeTimers();
    delete window.__next_f;
    jest.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((rel) => rel === 'prefetch');
    begin();
  });
  afterEach(async () => {
    for (const one of forget) one();
    await jest.runOnlyPendingTimersAsync();
    jest.useRealTimers();
  });
}

/** A new page, with the script from its beginning. */
export function begin(): void {
  for (const one of forget) one();
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
  document.head.innerHTML = '';
  document.body.innerHTML = page;
  const panel = document.getElementById('panel')!;
  panel.hidePopover = jest.fn();
  early();
  document.dispatchEvent(new Event('DOMContentLoaded'));
}

/** What the build sets aside: React's data, what starts React, and two other scripts. */
export function setAside(): void {
  document.body.insertAdjacentHTML('beforeend', deferred);
}

export const sources = () => [...document.scripts].map((script) => script.getAttribute('src'));
/** The script with this address comes, or does not. */
export const end = (src: string, type: 'load' | 'error') =>
  document.querySelector(`script[src="${src}"]`)!.dispatchEvent(new Event(type));

/** What is asked for ahead: how, and where it is. */
export const ahead = () =>
  [...document.head.querySelectorAll('link')].map(
    ({ rel, as, href }) => `${rel} ${as} ${new URL(href).pathname}`,
  );

/** Everything that needs no more than this, in milliseconds: by default two frames. */
export const pass = (ms = 40) => jest.advanceTimersByTimeAsync(ms);
