import type { Browser } from '@playwright/test';
import { startBarePage, startReactPage } from './comparison-server';
import { startEmptyApp } from './empty-app';
import { createReactPages } from './react-page';
import { recordSnapshots } from './snapshots';

/** The running site, and its two pages. */
interface RunningSite {
  siteUrl: string;
  home: string;
  personal: string;
  /** The folder in which the reference app is built. */
  dataDir: string;
}

/** Origins of the pages that the product is compared with. */
interface ComparisonPages {
  /** The address of the framework's empty page. */
  emptyUrl: string;
  /** Has no scripts of the product; a small one marks what is pressed. */
  bare: string;
  /** The bare page, but a press shows what the product would show. */
  interactiveBare: string;
  /** The same markup, hydrated by React. */
  React: string;
  stop: () => Promise<void>;
}

/** Makes all reference pages from the pages of the running site. */
export async function startComparisonPages(
  browser: Browser,
  site: RunningSite,
): Promise<ComparisonPages> {
  const { siteUrl, home, personal, dataDir } = site;
  const bare = await startBarePage(siteUrl);
  const interactiveBare = await startBarePage(siteUrl, await recordSnapshots(browser, home));
  const files = await createReactPages(browser, {
    landing: { url: `${bare.url}/` },
    personal: {
      url: personal.replace(siteUrl, bare.url),
      snapshots: await recordSnapshots(browser, personal),
    },
  });
  const emptyApp = await startEmptyApp(dataDir, files);
  const react = await startReactPage(siteUrl, emptyApp.url);
  return {
    emptyUrl: emptyApp.url,
    bare: bare.url,
    interactiveBare: interactiveBare.url,
    React: react.url,
    stop: async () => {
      await Promise.all([bare.stop(), interactiveBare.stop(), react.stop()]);
      await emptyApp.stop();
    },
  };
}
