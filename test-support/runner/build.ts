// Builds the site that the tests share, for the address that `TEST_PORT` makes.
import { buildIfChanged } from '../../local/site';
import { TEST_DIST_DIR, getTestSiteUrl } from '../test-site.mjs';

await buildIfChanged({
  siteUrl: await getTestSiteUrl(),
  distDir: TEST_DIST_DIR,
  // Not among the results: the part's own log is build.log as well.
  logDir: '.data/test-build',
  say: (line) => console.log(line),
});
