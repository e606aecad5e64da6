/** @jest-environment node */
import fs from 'node:fs';
import { requireBrowser } from '@/scripts/tools/browser';

const mockInstalled = (...installed: string[]) =>
  jest.spyOn(fs, 'existsSync').mockImplementation((path) => installed.includes(String(path)));

test('uses the browser that is installed', () => {
  mockInstalled('/usr/bin/chromium');
  expect(requireBrowser()).toBe('/usr/bin/chromium');
});

test('says what to install if there is none', () => {
  mockInstalled();
  expect(requireBrowser).toThrow(
    /^No Chromium found\. Run "npx playwright install chromium", or .* CHROMIUM_PATH/,
  );
});
