import { engines, expect, test } from '../support/test';

test(
  'logged errors, thrown errors and policy violations are noticed',
  engines,
  async ({ page, violations, expectedErrors, expectedViolations }) => {
    expectedErrors.push('planted');
    expectedViolations.push('planted');
    await page.goto('/');
    const logged = page.waitForEvent('console', (message) => message.text() === 'planted: logged');
    const thrown = page.waitForEvent('pageerror', ({ message }) => message === 'planted: thrown');
    await page.evaluate(() => {
      console.error('planted: logged');
      setTimeout(() => {
        throw new Error('planted: thrown');
      });
      document.body.append(Object.assign(new Image(), { src: 'https://evil.test/planted.png' }));
    });
    await Promise.all([logged, thrown]);
    await expect.poll(() => violations.join()).toMatch(/img-src.*planted.png/);
  },
);
