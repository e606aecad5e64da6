// Builds the site that the tests share, for the address that `TEST_PORT` makes.
import { Processes } from '../../local/processes';
import { buildIfChanged } from '../../local/site';
import { TEST_DIST_DIR, getTestSiteUrl } from './test-site';

await buildIfChanged(new Processes(), {
  siteUrl: await getTestSiteUrl(),
  distDir: TEST_DIST_DIR,
  // Not in the results folder, where the log of the part is called build.log, too.
  logDir: '.data/test-build',
});
