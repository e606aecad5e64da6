/** @jest-environment node */
import { judgeClocks } from '@/scripts/ops/doctor/site/clocks';

test.each<[site: number, database: number, state: string, seen: string]>([
  [0, 0, 'ok', 'this machine, site and database agree'],
  [4.9, -4.9, 'ok', 'this machine, site and database agree'],
  [60, 0, 'failed', 'the site’s clock is 60 s ahead'],
  [-6, 3, 'failed', 'the site’s clock is 6 s behind'],
  [0, -60, 'failed', 'the database’s clock is 60 s behind'],
  [-60, -62, 'warning', 'this machine’s clock is 60 s ahead; site and database agree'],
  [90, 88, 'warning', 'this machine’s clock is 90 s behind; site and database agree'],
  [60, -60, 'failed', 'the site’s clock is 60 s ahead, the database’s clock is 60 s behind'],
  [60, 20, 'failed', 'the site’s clock is 60 s ahead, the database’s clock is 20 s ahead'],
])('with the site %d s and the database %d s ahead: %s', (site, database, state, seen) => {
  expect(judgeClocks(site, database)).toMatchObject({ state, seen });
});
