import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';
import { onClick } from './on-click';

/** Makes elements with `data-to-call` scroll the whole call into view and focus its main button. */
export function goToCall(): void {
  onClick('[data-to-call]', () => {
    // The browser first jumps to the section.
    setTimeout(() => {
      document.querySelector('.stage')?.scrollIntoView();
      document.querySelector<HTMLElement>(CALL_MAIN_BUTTON)?.focus({ preventScroll: true });
    });
  });
}
