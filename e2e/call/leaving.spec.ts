import { test } from './call-page';
import { expect } from '../support/test';

// How the page scrolls is not under test here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('every link to another page opens a tab while a call is live', async ({ page, call }) => {
  await call.startLive('silent');
  const links = page.locator('a[href^="/"]:visible');
  expect(await links.count()).toBeGreaterThanOrEqual(2);
  for (const link of await links.all()) {
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.press('Enter')]);
    await tab.close();
  }
  await call.expectLive();
  await call.press(call.copy.end);
  await call.expectReleased();
  await links.last().click();
  await expect(call.widget).toHaveCount(0);
  expect(page.context().pages()).toHaveLength(1);
});

test('the browser asks before a live call is left, and “Stay” keeps it', async ({ page, call }) => {
  let asked: string[] = [];
  let answer: 'dismiss' | 'accept' = 'dismiss';
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog[answer]();
  });
  await page.goto('/privacy');
  await call.open('silent');
  await page.evaluate(() => history.pushState(null, '', '#here'));
  await call.press(call.copy.start);
  await call.expectLive();
  // Some calling libraries hang up in `beforeunload`.
  await page.evaluate(() => {
    const message = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
    addEventListener('beforeunload', () => postMessage(message, origin));
  });
  // Opens an app, if there is one, and leaves no page.
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'mailto:hello@example.org';
    document.body.append(link);
    link.click();
  });
  expect(asked).toEqual([]);
  for (const leave of ['location.reload()', 'history.go(-2)', 'location.assign("/contact")']) {
    asked = [];
    await page.evaluate(leave);
    await expect.poll(() => asked).toEqual(['beforeunload']);
  }
  // The call is not only shown: the assistant gets what is said.
  await call.type('Move my appointment');
  await expect(call.widget.getByRole('log')).toContainText(call.copy.tools.note_in_crm.done);
  await call.expectLive();

  answer = 'accept';
  await page.evaluate(() => {
    // Registered last, so that it runs after the widget's own.
    addEventListener('pagehide', () => {
      const isOpen = window.calls.tracks.some(({ readyState }) => readyState === 'live');
      sessionStorage.setItem('left-with', isOpen ? 'a microphone' : 'nothing');
    });
  });
  await page.reload();
  expect(await page.evaluate(() => sessionStorage.getItem('left-with'))).toBe('nothing');
  await expect(call.stage.getByText(call.copy.active, { exact: true })).toHaveCount(0);
  asked = [];
  await page.reload();
  expect(asked).toEqual([]);
});
