import type { Page } from '@playwright/test';
import { english, languages, test } from './call-page';
import { expect, long } from '../support/test';

// How the page scrolls is not under test here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Records the browser's questions, and answers each with “Stay” until `answer` is set. */
function answerQuestions(page: Page) {
  const questions = { asked: [] as string[], answer: 'stay' as 'stay' | 'leave' };
  page.on('dialog', async (dialog) => {
    questions.asked.push(dialog.type());
    await (questions.answer === 'stay' ? dialog.dismiss() : dialog.accept());
  });
  return questions;
}

/** Hangs up in `beforeunload`, as some calling libraries do. */
const hangUpBeforeUnload = (page: Page) =>
  page.evaluate(() => {
    const message = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
    window.addEventListener('beforeunload', () => window.postMessage(message, window.origin));
  });

for (const language of languages) {
  test.describe(language.code, language === english ? {} : long, () => {
    test.use({ language });

    test('every link to another page opens a tab while a call is live', async ({ page, call }) => {
      const questions = answerQuestions(page);
      await call.startLive('silent');
      const links = page.locator('a[href^="/"]:visible');
      expect(await links.count()).toBeGreaterThanOrEqual(2);
      for (const link of await links.all()) {
        const [tab] = await Promise.all([page.context().waitForEvent('page'), link.press('Enter')]);
        await tab.close();
        await expect(link).not.toHaveAttribute('target');
      }
      expect(questions.asked).toEqual([]);
      await call.expectLive();
      await call.press(language.copy.end);
      await call.expectReleased();
      await links.last().click();
      await expect(call.widget).toHaveCount(0);
      expect(page.context().pages()).toHaveLength(1);
      expect(questions.asked).toEqual([]);
    });

    test('the browser asks before a live call is left, and “Stay” keeps it', async ({
      page,
      call,
    }) => {
      const questions = answerQuestions(page);
      await page.goto('/privacy');
      await call.open('silent');
      await page.evaluate(() => history.pushState(null, '', '#here'));
      await call.press(language.copy.start);
      await call.expectLive();
      await hangUpBeforeUnload(page);
      // Opens an app, if there is one, and leaves no page.
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = 'mailto:hello@example.org';
        document.body.append(link);
        link.click();
      });
      expect(questions.asked).toEqual([]);
      for (const leave of ['location.reload()', 'history.go(-2)', 'location.assign("/contact")']) {
        questions.asked = [];
        await page.evaluate(leave);
        await expect.poll(() => questions.asked).toEqual(['beforeunload']);
      }
      // The call is not only shown: the assistant gets what is said.
      await call.type('Move my appointment');
      await expect(call.widget.getByRole('log')).toContainText(
        language.copy.tools.note_in_crm.done,
      );
      await call.expectLive();

      questions.answer = 'leave';
      await page.reload();
      await expect(call.stage.getByText(language.copy.active, { exact: true })).toHaveCount(0);
      await call.expectReleased();
      questions.asked = [];
      await page.reload();
      expect(questions.asked).toEqual([]);
    });
  });
}
