import { collectSettings, type Environment, readBuiltInSettings } from '@/lib/settings/settings';

const SITE_URL = 'https://callwright.example';
const usual = { SITE_URL, HSTS: 'max-age=63072000', RETENTION_MONTHS: 12 };
const read = (source: Environment) => readBuiltInSettings({ SITE_URL, ...source });

test('defaults to HSTS of two years for this host, and to 12 months of retention', () => {
  expect(read({ HSTS: ' ', RETENTION_MONTHS: '' })).toEqual(usual);
});

const preview = { SITE_URL, VERCEL_ENV: 'preview', VERCEL_URL: 'site-abc.vercel.app' };
const branch = { VERCEL_BRANCH_URL: 'site-git-blue.vercel.app' };

test.each([
  ['SITE_URL in production', { ...preview, ...branch, VERCEL_ENV: 'production' }, SITE_URL],
  ['the branch in a preview', { ...preview, ...branch }, 'https://site-git-blue.vercel.app'],
  ['the deployment in a preview of no branch', preview, 'https://site-abc.vercel.app'],
  ['the deployment, too', { ...preview, VERCEL_BRANCH_URL: ' ' }, 'https://site-abc.vercel.app'],
  ['SITE_URL in a preview without address', { ...preview, VERCEL_URL: ' ' }, SITE_URL],
])('takes the address from %s', (_what, variables, address) => {
  expect(collectSettings(variables)['SITE_URL']).toBe(address);
  expect(readBuiltInSettings(variables).SITE_URL).toBe(address);
});

test('refuses a build without an address, or with a path in it', () => {
  expect(() => read({ SITE_URL: ' ' })).toThrow('SITE_URL is missing.');
  expect(() => read({ SITE_URL: `${SITE_URL}/site` })).toThrow('have no path');
});
