import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import type * as Remote from 'selenium-webdriver/remote';
import { findEngine } from '@/scripts/tools/browser';
import { desktop, type Engine, type Size, type Visitor } from './visitor';

// The path is a folder, which `import` does not resolve.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof Remote;

declare global {
  interface Window {
    /** What went wrong in this document. */
    documentErrors?: string[];
    /** Marks the document that the visitor is about to leave. */
    hasLeft?: boolean;
  }
}

/** WebKitGTK's small browser, on a virtual screen that ends with this process. */
export async function startWebKit(): Promise<Engine> {
  const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => screen.kill());
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}` } as Record<string, string>;
  const service = new DriverService.Builder(findEngine('webkit') ?? '')
    .setLoopback(true)
    .setEnvironment(env)
    .build();
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      // So that listeners are planted while a page still loads.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': {
        // It has no WebRTC. The machine's microphone, where there is one, must not matter.
        args: ['--automation', '--enable-media-stream=false'],
      },
    })
    .build();
  return {
    visit: () => createVisitor(driver),
    async stop() {
      await driver.quit();
      await service.kill();
    },
  };
}

/**
 * Runs in the page as early as the driver allows. Returns whether this document is the new one,
 * and loaded.
 */
function plantListeners(): boolean {
  if (window.hasLeft || location.href === 'about:blank') return false;
  if (!window.documentErrors) {
    const documentErrors: string[] = [];
    window.documentErrors = documentErrors;
    addEventListener(
      'error',
      (event) => {
        const { src, href } = event.target as { src?: string; href?: string };
        documentErrors.push(event.message ?? `not loaded: ${src ?? href}`);
      },
      true,
    );
    addEventListener('unhandledrejection', ({ reason }) => documentErrors.push(String(reason)));
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      documentErrors.push(`${effectiveDirective} blocked ${blockedURI}`),
    );
    const { error } = console;
    console.error = (...args: unknown[]) => {
      documentErrors.push(args.map(String).join(' '));
      error(...args);
    };
  }
  return document.readyState === 'complete';
}

/**
 * Scrolls the first visible match to the middle of the screen. Returns the element and its place
 * there.
 */
function scrollToMiddle(xpath: string): { element: Element; place: string } | null {
  const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  const elements = Array.from(
    { length: found.snapshotLength },
    (_, index) => found.snapshotItem(index) as Element,
  );
  const element = elements.find(
    (each) => each.checkVisibility() && each.getClientRects().length > 0,
  );
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element ? { element, place: JSON.stringify(element.getBoundingClientRect()) } : null;
}

async function createVisitor(driver: WebDriver): Promise<Visitor> {
  const documentErrors: string[] = [];
  const evaluate = <Result, Arg>(run: (arg: Arg) => Result, arg: Arg) =>
    driver.executeScript<Result>(`return (${run}).apply(null, arguments)`, arg);
  /** Repeats the script, because one whose document is replaced may never return. */
  const waitForDocument = (hasArrived: () => boolean, what: string) =>
    driver.wait(
      () => driver.wait(evaluate(hasArrived, null), 5_000).catch(() => false),
      20_000,
      `${what} did not load`,
    );
  const resize = async (size: Size) => {
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size });
  };
  /** Collects the errors of a document before it is replaced and they are lost. */
  const collectErrors = async () => {
    documentErrors.push(...(await evaluate(() => window.documentErrors?.splice(0) ?? [], null)));
    return documentErrors;
  };
  /** Waits until the element is visible and at rest, because a dialog moves as it opens. */
  const waitUntilAtRest = async (xpath: string) => {
    let found: ReturnType<typeof scrollToMiddle> = null;
    const isAtRest = async () => {
      const before = found?.place;
      found = await evaluate(scrollToMiddle, xpath);
      return found !== null && found.place === before;
    };
    await driver.wait(isAtRest, 10_000, `nothing seen at rest at ${xpath}`, 50);
    return found!.element as unknown as WebElement;
  };
  await resize(desktop);
  return {
    async open(path) {
      await collectErrors();
      await evaluate(() => void (window.hasLeft = true), null);
      await driver.get(new URL(path, process.env.E2E_SITE_URL).href);
      await waitForDocument(plantListeners, path);
    },
    resize,
    // The driver's own click would scroll once more, smoothly where the page says so, and press
    // meanwhile.
    press: async (xpath) =>
      driver
        .actions()
        .click(await waitUntilAtRest(xpath))
        .perform(),
    type: async (xpath, text) => (await waitUntilAtRest(xpath)).sendKeys(text),
    evaluate,
    listErrors: collectErrors,
    async leave() {
      await driver.get('about:blank');
      await waitForDocument(() => location.href === 'about:blank', 'about:blank');
    },
  };
}
