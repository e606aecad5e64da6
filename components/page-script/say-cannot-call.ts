import { withDeadline } from '@/lib/deadline';
import { CANNOT_CALL, WAITING_START } from '@/lib/page-protocol';
import { onClick } from './on-click';

const DEADLINE_MS = 4_500;
const COPY_TIMEOUT_MS = 2_000;

/** Says that this browser cannot call, if React has not taken over a press on Start in time. */
export function sayCannotCall(): void {
  onClick(WAITING_START, () => {
    setTimeout(() => {
      const notice = document.querySelector<HTMLElement>(CANNOT_CALL);
      if (!notice || window.startPressedAt === undefined) return;
      notice.hidden = false;
      notice.querySelector('button')?.focus({ preventScroll: true });
    }, DEADLINE_MS);
  });
  onClick('[data-by-hand]', async (button) => {
    const { byHand, done = '' } = button.dataset;
    try {
      await withDeadline(navigator.clipboard.writeText(location.href), COPY_TIMEOUT_MS);
      button.textContent = done;
    } catch {
      prompt(byHand, location.href);
    }
  });
}
