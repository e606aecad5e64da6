import type { Page } from '@playwright/test';

/** A layout shift as the browser counts it, and what moved. */
interface Shift {
  value: number;
  hadRecentInput: boolean;
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Records layout shifts from now on; with `buffered`, earlier ones too. Runs in the page. */
export function recordShifts(buffered: boolean): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as Shift & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const what = node instanceof Element ? node.outerHTML : node?.parentElement?.outerHTML;
        return `${what} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
      });
      window.shifts.push({ value, hadRecentInput, moved });
    }
  }).observe({ type: 'layout-shift', buffered });
}

export const readShifts = (page: Page) => page.evaluate(() => window.shifts);
