import { readFollowedLink } from '@/lib/kept-link';
import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';
import { onClick } from './controls';

const REACT_TIMEOUT_MS = 4_500;
const POST_TIMEOUT_MS = 5_000;

/** Keeps what is pressed before React starts, until the page is left. */
export function keepPresses(): void {
  let timer = 0;
  onClick(CALL_MAIN_BUTTON, (start) => {
    // React removes it when it starts.
    const notice = document.querySelector<HTMLElement>('[data-cannot-call]');
    if (!notice) return;
    start.dataset.pressed = '';
    window.startPressedAt = Date.now();
    timer ||= window.setTimeout(showNotice, REACT_TIMEOUT_MS, notice);
  });
  // On window, after React's handlers, which prevent the default of forms that React sends.
  addEventListener('submit', (event) => {
    const data = event.submitter?.dataset;
    if (!data || event.defaultPrevented) return;
    if ('pressed' in data) return event.preventDefault();
    data.pressed = '';
    setTimeout(() => delete data.pressed, POST_TIMEOUT_MS);
  });
  // The back/forward cache may restore the page: nothing may happen unexpectedly then.
  addEventListener('pagehide', () => {
    clearTimeout(timer);
    timer = 0;
    window.startPressedAt = undefined;
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-pressed]'))
      delete dataset.pressed;
  });
}

/** Says that this browser cannot call, with the link to open in another one. */
function showNotice(notice: HTMLElement): void {
  notice.hidden = false;
  const link = notice.querySelector('input')!;
  link.value = readFollowedLink();
  link.focus({ preventScroll: true });
  link.select();
}
