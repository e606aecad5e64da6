import type { Browser } from '@playwright/test';
import { startBarePage, startReactPage } from './comparison-server';
import { startEmptyApp } from './empty-app';
import { createReactPages } from './react-page';
import { recordSnapshots } from './snapshots';

/** The running site, and its two pages. */
interface Site {
  siteUrl: string;
  home: string;
  personal: string;
  /** Where the other app is built. */
  dataDir: string;
}

/** Origins of the pages that the product is compared with. */
interface ComparisonPages {
  /** The address of the framework's empty page. */
  emptyUrl: string;
  /** Without a script; what is pressed is marked. */
  bare: string;
  /** Without a script of the product's; what is pressed answers as it does in the product. */
  bareInUse: string;
  /** With React, and nothing else of the product's. */
  React: string;
  stop: () => Promise<void>;
}

/** Makes all pages to compare with out of the running site's own. */
export async function startComparisonPages(browser: Browser, site: Site): Promise<ComparisonPages> {
  const { siteUrl, home, personal, dataDir } = site;
  const bare = await startBarePage(siteUrl);
  const bareInUse = await startBarePage(siteUrl, await recordSnapshots(browser, home));
  const files = await createReactPages(browser, {
    landing: { url: `${bare.url}/` },
    personal: {
      url: personal.replace(siteUrl, bare.url),
      looks: await recordSnapshots(browser, personal),
    },
  });
  const floor = await startEmptyApp(dataDir, files);
  const react = await startReactPage(siteUrl, floor.url);
  return {
    emptyUrl: floor.url,
    bare: bare.url,
    bareInUse: bareInUse.url,
    React: react.url,
    stop: async () => {
      await Promise.all([bare.stop(), bareInUse.stop(), react.stop()]);
      await floor.stop();
    },
  };
}
