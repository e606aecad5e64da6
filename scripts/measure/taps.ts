import type { Browser, Page } from '@playwright/test';
import { observe, slowPage } from './browser';

/** The longest interaction of a whole visit at 4× CPU: menu, dialog, typing, sending, calling. */
export async function worstInteraction(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser, false);
  await observe(page, 'event');
  await page.goto(url, { waitUntil: 'networkidle' });
  const menu = page.locator('.menu-toggle');
  await menu.click();
  await page.waitForTimeout(300);
  await page.keyboard.press('Escape');
  await page.locator('#home [command="show-modal"]').click();
  const dialog = page.locator('#contact-dialog');
  await dialog.locator('select').selectOption({ index: 1 });
  await dialog.locator('input').click();
  await page.keyboard.type(`visitor-${crypto.randomUUID()}@example.com`, { delay: 20 });
  await dialog.locator('textarea').click();
  await page.keyboard.type('We copy leads by hand.', { delay: 20 });
  await dialog.locator('[type="submit"]').click();
  await page.locator('#success-dialog button').click();
  await page.waitForTimeout(600);
  const start = page.locator('#phone-caller [data-call-main]:not([aria-disabled])');
  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  await start.click();
  await page.waitForTimeout(2_000);
  const worst = await page.evaluate(() => Math.max(0, ...window.observed));
  await page.context().close();
  return worst;
}

interface Control {
  name: string;
  selector: string;
  /** What the tap brings about, as a selector that then matches. */
  answer: string;
}

/** What can be tapped on the first screen of `/`. */
export const firstTaps: Control[] = [
  { name: 'anchor', selector: '#home a[href="#phone-caller"]', answer: '#phone-caller:target' },
  { name: 'menu', selector: '.menu-toggle', answer: ':popover-open' },
  {
    name: 'dialog',
    selector: '#home [command="show-modal"]',
    answer: 'dialog[open]',
  },
];

/**
 * Taps a control 0.3 s after the first paint, at 4× CPU and slow 4G.
 *
 * @returns milliseconds from the tap to the frame that shows its answer; Infinity when it was lost
 */
export async function firstTap(browser: Browser, url: string, control: Control): Promise<number> {
  const page = await slowPage(browser, true);
  await page.addInitScript({ content: watchAnswer(control.answer) });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await page.waitForTimeout(300);
  const box = await page.locator(control.selector).boundingBox();
  if (!box) throw new Error(`${control.name} is not on the first screen.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const took = await answerOf(page);
  await page.context().close();
  return took;
}

async function answerOf(page: Page): Promise<number> {
  const answered = page.waitForFunction(() => window.answeredAfter, undefined, { timeout: 8_000 });
  return answered.then(
    (handle) => handle.jsonValue() as Promise<number>,
    () => Infinity,
  );
}

declare global {
  interface Window {
    answeredAfter?: number;
  }
}

/** As text: the TypeScript runner would put a helper into a function that no page has. */
const watchAnswer = (answer: string) => `
  addEventListener('pointerup', ({ timeStamp }) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(answer)}))
        window.answeredAfter = Math.max(1, performance.now() - timeStamp);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
`;
