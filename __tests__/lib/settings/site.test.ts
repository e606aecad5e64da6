/** @jest-environment node */
import { collectSettings, readBuiltInSettings } from '@/lib/settings/settings';

beforeEach(() => void jest.replaceProperty(process, 'env', { ...process.env }));

const production = { SITE_URL: 'https://callwright.example' };
const preview = { ...production, VERCEL_ENV: 'preview', VERCEL_URL: 'site-abc.vercel.app' };
const branch = { VERCEL_BRANCH_URL: 'site-git-blue.vercel.app' };

test.each([
  ['SITE_URL', production, 'https://callwright.example'],
  ['SITE_URL without blanks', { SITE_URL: ' https://a.example\n' }, 'https://a.example'],
  ['SITE_URL without quotes', { SITE_URL: '\ufeff"https://a.example"\r' }, 'https://a.example'],
  ['SITE_URL in production', { ...preview, VERCEL_ENV: 'production' }, production.SITE_URL],
  ['the branch in a preview', { ...preview, ...branch }, 'https://site-git-blue.vercel.app'],
  ['the deployment in a preview of no branch', preview, 'https://site-abc.vercel.app'],
  ['the deployment, too', { ...preview, VERCEL_BRANCH_URL: ' ' }, 'https://site-abc.vercel.app'],
  ['SITE_URL in a preview without address', { ...preview, VERCEL_URL: ' ' }, production.SITE_URL],
  ['nothing', { SITE_URL: ' ' }, undefined],
])('takes the address from %s', (_what, variables, address) => {
  expect(collectSettings(variables)['SITE_URL']).toBe(address);
});

test('builds a preview for the address of its branch', () => {
  Object.assign(process.env, preview, branch);
  const { SITE_URL } = readBuiltInSettings();
  expect(SITE_URL).toBe('https://site-git-blue.vercel.app');
});

test('refuses a build without an address, or with a path in it', () => {
  delete process.env['SITE_URL'];
  expect(() => readBuiltInSettings()).toThrow('SITE_URL is missing.');
  process.env['SITE_URL'] = 'https://callwright.example/site';
  expect(() => readBuiltInSettings()).toThrow('have no path');
});
