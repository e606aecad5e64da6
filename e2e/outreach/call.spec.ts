import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { countMicrophoneRequests, recordCalls } from '../call/recorder';
import { expectAccessible } from '../accessibility/expect-accessible';
import { expect } from '../support/test';
import {
  expectNoOverflow,
  personalPath,
  openPersonal,
  recordStates,
  REPLY,
  getStartButton,
  test,
  getBookingLink,
} from './outreach-page';

const { failures } = callCopyCs;

test('a call changes from “ready” directly to “connecting”', async ({ page, faultySite }) => {
  const states = await recordStates(page);
  await openPersonal(page, 'silent-cs', faultySite.url);
  await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
  // Without a move of the pointer before it, as by a finger or by assistive technology.
  await getStartButton(page).dispatchEvent('click');
  await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
  const { initialising, ready, connecting, active } = callCopyCs;
  expect(await states()).toEqual([initialising, ready, connecting, active]);
});

test.describe('a call that breaks', () => {
  // The voice SDK reports to its vendor, which the policy blocks.
  test.use({ expectedErrors: ['sentry.io'], expectedViolations: ['sentry.io'] });

  test('shows its error and the way on, and the thanks below', async ({ page, faultySite }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPersonal(page, 'network-lost-cs', faultySite.url);
    await getStartButton(page).click();
    await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
    const stage = page.locator('.stage');
    const measureTop = async (part = stage) => (await part.boundingBox())!.y;
    const topWhenLive = await measureTop();
    const getHeading = (name: string) => stage.getByRole('heading', { name, exact: true });
    const error = getHeading(callCopyCs.errorTitle);
    await expect(error).toBeInViewport();
    const { message } = failures['connection-lost'];
    await expect(stage.getByRole('status').getByText(message, { exact: true })).toBeInViewport();
    const again = failures.unknown.button!.label;
    await expect(stage.getByRole('button', { name: again, exact: true })).toBeFocused();
    const thanks = getHeading(personalCopyCs.afterCall.thanks.title);
    await expect(thanks).toBeVisible();
    const reply = getBookingLink(stage);
    await expect(reply).toHaveAttribute('href', REPLY);
    expect(await measureTop(error)).toBeLessThan(await measureTop(thanks));
    expect(await measureTop(thanks)).toBeLessThan(await measureTop(reply));
    expect(await measureTop()).toBeCloseTo(topWhenLive, 0);
    await expectAccessible(page, '.stage');
    await expectNoOverflow(page);
  });
});

test('an assistant of nobody is never ready and invites to no call', async ({
  page,
  faultySite,
}) => {
  await recordCalls(page);
  const states = await recordStates(page);
  await page.goto(`${faultySite.url}${personalPath}nobody-has-this`);
  const { message } = failures['assistant-unknown'];
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(getBookingLink(page)).toHaveAttribute('href', REPLY);
  await expect(page.getByText(personalCopyCs.description, { exact: true })).toBeHidden();
  await expect(page.getByText(personalCopyCs.withoutCall, { exact: true })).toBeVisible();
  await expect(getStartButton(page)).toHaveCount(0);
  expect(await countMicrophoneRequests(page)).toBe(0);
  expect(await states()).not.toContain(callCopyCs.ready);
});
