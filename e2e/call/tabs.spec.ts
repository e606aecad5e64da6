import { CallPage, test as base } from './call-page';
import { recordCalls } from './recorder';
import { expect } from '../support/test';

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      // Playwright switches the back/forward cache off.
      const ignoreDefaultArgs = ['--hide-scrollbars', '--disable-back-forward-cache'];
      await use({ ...launchOptions, ignoreDefaultArgs });
    },
    { scope: 'worker' },
  ],
});

test('calls in two tabs are independent', async ({ call, context }) => {
  const page = await context.newPage();
  await recordCalls(page);
  const other = new CallPage(page);
  await call.startLive('silent');
  await other.startLive('silent');
  await call.press(call.copy.end);
  await call.expectReleased();
  await other.type('Move my appointment');
  await expect(other.widget.getByRole('log')).toContainText(other.copy.tools.note_in_crm.done);
  await other.expectLive();
  await other.press(other.copy.end);
  await other.expectReleased();
});

test('Back to a page that was left in a call brings no call back', async ({ page, call }) => {
  page.on('dialog', (question) => question.accept());
  await call.startLive('silent');
  await page.goto('/privacy');
  await page.goBack();
  await call.expectReady();
  await call.expectReleased();
  await call.press(call.copy.start);
  await call.expectLive();
});
