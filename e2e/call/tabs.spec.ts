import { CallPage, test } from './call-page';
import { recordCalls } from './recorder';
import { expect } from '../support/test';

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

// Safari keeps the page for Back. Chromium does not, because of the microphone.
test('a page that is left in a call, and kept, has no call, and can start one', async ({
  page,
  call,
}) => {
  await call.startLive('silent');
  await page.evaluate(() => {
    document.body.dataset.kept = '';
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  });
  await call.expectReleased();
  await call.expectReady();
  await call.press(call.copy.start);
  await call.expectLive();
  // No reload has started it.
  await expect(page.locator('[data-kept]')).toBeAttached();
});
