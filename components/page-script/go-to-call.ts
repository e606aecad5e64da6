import { onClick } from './on-click';

/**
 * Inline script: a link with `data-to-call` brings the whole call into sight and the focus to Start, not only the section
 * with its heading.
 */
export function goToCall(): void {
  onClick('[data-to-call]', () => {
    // After the browser's own jump to the section.
    setTimeout(() => {
      document.querySelector('.stage')?.scrollIntoView();
      document.querySelector<HTMLElement>('[data-call-main]')?.focus({ preventScroll: true });
    });
  });
}
