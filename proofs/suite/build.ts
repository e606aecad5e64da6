// Builds the site that the tests share, for the address that `TEST_PORT` makes.
import { buildWhereChanged } from '../../local/site';
import { TEST_DIST_DIR, testSiteUrl } from '../test-site.mjs';

await buildWhereChanged({
  siteUrl: await testSiteUrl(),
  distDir: TEST_DIST_DIR,
  logDir: '.data/test-results',
  say: (line) => console.log(line),
});
