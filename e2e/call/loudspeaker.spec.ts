import type { Page } from '@playwright/test';
import { type CallPage, english, languages, test } from './call-page';
import { expect, long } from '../support/test';

const getPicker = ({ widget, copy }: CallPage) =>
  widget.getByRole('combobox', { name: copy.loudspeaker, exact: true });

/** Lists the loudspeaker of each element that plays; '' is the browser's default. */
const listSinks = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('audio')].map(({ sinkId }) => sinkId));

/** Unplugs a loudspeaker, or all. */
const unplug = (page: Page, deviceId?: string) =>
  page.evaluate(async (gone) => {
    const devices = navigator.mediaDevices;
    const isLeft = ({ kind, deviceId }: MediaDeviceInfo) =>
      kind !== 'audiooutput' || (gone !== undefined && deviceId !== gone);
    const left = (await devices.enumerateDevices()).filter(isLeft);
    devices.enumerateDevices = () => Promise.resolve(left);
    devices.dispatchEvent(new Event('devicechange'));
  }, deviceId);

/** Chooses the last loudspeaker of the list, and returns its id. */
async function chooseLast(call: CallPage): Promise<string> {
  const option = getPicker(call).locator('option').last();
  const deviceId = (await option.getAttribute('value')) ?? '';
  await getPicker(call).selectOption(deviceId);
  await expect.poll(() => listSinks(call.page)).toEqual([deviceId]);
  return deviceId;
}

for (const language of languages) {
  test.describe(language.code, language === english ? {} : long, () => {
    test.use({ language });

    test('the assistant plays on the chosen loudspeaker, also in the next call', async ({
      page,
      call,
    }) => {
      const { copy } = call;
      await call.startLive('silent');
      await expect.poll(() => listSinks(page)).toEqual(['']);
      await call.press(copy.sound);
      // Chromium lists its own default.
      await expect(getPicker(call)).toHaveValue('default');
      const chosen = await chooseLast(call);
      await getPicker(call).selectOption('default');
      await expect.poll(() => listSinks(page)).toEqual(['default']);
      await chooseLast(call);
      await call.press(copy.end);
      await call.expectReleased();

      await call.press(copy.start);
      await expect(call.stage).toContainText(copy.active);
      await expect.poll(() => listSinks(page)).toEqual([chosen]);
      await call.press(copy.sound);
      await expect(getPicker(call)).toHaveValue(chosen);
    });

    test('a call goes on with the default when its loudspeaker is unplugged', async ({
      page,
      call,
    }) => {
      const { copy } = call;
      await call.startLive('silent');
      await call.press(copy.sound);
      await unplug(page, await chooseLast(call));
      await expect(call.stage).toContainText(copy.loudspeakerReplaced);
      await expect.poll(() => listSinks(page)).toEqual(['']);
      await expect(getPicker(call)).toHaveValue('default');
      await unplug(page);
      await expect(getPicker(call)).toHaveCount(0);
      await call.expectLive();
    });
  });
}

test('the settings cover neither their button nor the title of the call', async ({
  page,
  call,
}) => {
  const { copy, stage } = call;
  await call.startLive('silent');
  const settings = call.widget.getByRole('group', { name: copy.soundSettings, exact: true });
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await call.press(copy.sound);
    await expect(getPicker(call)).toBeVisible();
    const [box, frame] = [await settings.boundingBox(), await stage.boundingBox()];
    expect(box!.y, `${width} px`).toBeGreaterThan(frame!.y + 50);
    // Fails if something covers the button.
    await call.press(copy.sound);
    await expect(settings).toHaveCount(0);
  }
});
