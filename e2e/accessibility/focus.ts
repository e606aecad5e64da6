import { expect, type Page } from '@playwright/test';

/** The focused element in a few words, and what is wrong with its focus ring. */
interface Stop {
  name: string;
  faults: string[];
}

/**
 * Inspects the focus: it needs a ring, inside the window and not covered by anything (WCAG
 * 2.4.7, 2.4.11).
 */
export const inspectFocus = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const name = `${element.tagName} ${element.ariaLabel ?? element.innerText ?? ''}`
      .replace(/\s+/g, ' ')
      .trim();
    if (element === document.body) return { name: '', faults: [] };
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const faults: string[] = [];
    const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    if (!hasRing) faults.push(`no ring: ${outlineStyle}`);
    const box = element.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    // A high element need not fit the window, nor one that grows while it is focused, as
    // the captions do.
    const mustFit = box.height < innerHeight / 2 && !element.querySelector('[role="log"]');
    const visibleShare = ((right - left) * (bottom - top)) / (box.width * box.height);
    if (right <= left || bottom <= top || (mustFit && visibleShare < 0.99))
      faults.push(`out of the window: ${[box.left, box.top, box.right, box.bottom].join(' ')}`);
    for (const [across, down] of [
      [0.5, 0.5],
      [0.5, 0.05],
      [0.5, 0.95],
      [0.05, 0.5],
      [0.95, 0.5],
    ] as const) {
      const x = left + (right - left) * across;
      const y = top + (bottom - top) * down;
      const over = document.elementFromPoint(x, y);
      if (
        !element.contains(over) &&
        !(over?.contains(element) && over !== document.documentElement)
      )
        faults.push(`under ${over?.outerHTML.slice(0, 60)}`);
    }
    return { name, faults };
  });

/**
 * Presses a key until something with this name has the focus, or so many times, or until the focus
 * leaves the page. Fails if the focus is not visible at a stop.
 *
 * @returns the names of the stops
 */
export async function pressRepeatedly(
  page: Page,
  until?: RegExp | string | number,
  key = 'Tab',
): Promise<string[]> {
  const stops: string[] = [];
  while (stops.length < 120) {
    await page.keyboard.press(key);
    const { name, faults } = await inspectFocus(page);
    if (name === '' && until === undefined) return stops;
    expect(faults, `focus on “${name.slice(0, 60)}”`).toEqual([]);
    stops.push(name);
    if (stops.length === until || (until instanceof RegExp && until.test(name))) return stops;
    // The whole label, because another control's may contain it.
    const label = typeof until === 'string' && until.replace(/\s+/g, ' ');
    if (label === name || label === name.slice(name.indexOf(' ') + 1)) return stops;
  }
  throw new Error(`No ${until ? String(until) : 'end'} among ${stops.join(', ')}.`);
}
