import type { Page } from '@playwright/test';
import type { FailureKind } from '../lib/content/call-copy';
import {
  getButton,
  english,
  expectEverythingReleased,
  microphonesAskedFor,
  refuseTickets,
  startCall,
  getStatus,
  test,
  getWidget,
} from './call/harness';
import { expect } from './test';

// In Czech: outreach/call.spec.ts.
const { copy } = english;

async function expectRefusal(page: Page, kind: FailureKind) {
  await expect(getStatus(page, english)).toContainText(copy.failures[kind].message);
  await expect(getWidget(page, english)).not.toContainText('words');
  await english.expectOffer(page);
  expect(await microphonesAskedFor(page)).toBe(0);
  await expectEverythingReleased(page);
}

test.describe('at the press on Start', () => {
  test.use({ expectedErrors: ['/api/call/ticket'] });

  test('a spent budget is told before any microphone is asked for, and the dialog offered', async ({
    page,
  }) => {
    await refuseTickets(page, 'calls_spent');
    await startCall(page, english, 'silent');
    await expectRefusal(page, 'calls-spent');
  });

  test('an assistant that is nobody’s is not called', async ({ page }) => {
    await page.route('**/api/call-config', async (route) => {
      const response = await route.fetch();
      const config = (await response.json()) as object;
      await route.fulfill({ response, json: { ...config, assistantId: crypto.randomUUID() } });
    });
    await page.goto('/');
    await page.locator('#phone-caller').scrollIntoViewIfNeeded();
    await expect(getStatus(page, english)).toContainText(copy.ready);
    await getButton(page, english, copy.start).click();
    await expectRefusal(page, 'assistant-unknown');
  });
});

test('calls that are switched off are never ready, and the dialog is offered', async ({ page }) => {
  await page.route('**/api/call-config', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as object;
    await route.fulfill({ response, json: { ...config, refusal: 'calls_off' } });
  });
  await page.goto('/');
  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  await expectRefusal(page, 'calls-off');
  await expect(getStatus(page, english)).not.toContainText(copy.ready);
  await expect(getButton(page, english, copy.start)).toHaveCount(0);
});
