import { expect, type Page } from '@playwright/test';
import { waitUntilSettled } from './loading';

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

/** Reads the shifts so far. Ends with one of its own, which shows that they are recorded. */
export async function readShifts(page: Page): Promise<Shift[]> {
  const planted = await page.evaluateHandle(() => {
    const element = document.createElement('planted-shift');
    element.style = 'position: fixed; inset: 0; background: red';
    return document.documentElement.appendChild(element);
  });
  await waitUntilSettled(page);
  await planted.evaluate((element) => (element.style.top = '50%'));
  const readAll = () => page.evaluate(() => window.shifts);
  await expect
    .poll(async () => (await readAll()).at(-1)?.moved)
    .toContainEqual(expect.stringMatching(/^<planted-shift/));
  return (await readAll()).slice(0, -1);
}
