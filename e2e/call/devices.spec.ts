import type { Page } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn as copy } from '@/lib/content/call-en';
import { type CallPage, test } from './call-page';
import { openPersonal } from '../outreach/outreach-page';
import { waitUntilSettled } from '../support/loading';
import { engines, expect } from '../support/test';

declare global {
  interface Window {
    /** The ids of the microphones that are plugged in, the default first. */
    inputs: string[];
  }
}

/** Gives the page these microphones, all of them with the sound of the browser's fake one. */
function plugIn(inputs: string[]): void {
  window.inputs = inputs;
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async ({ audio }: MediaStreamConstraints = {}) => {
    const { deviceId } = (typeof audio === 'object' ? audio : {}) as {
      deviceId?: { exact: string };
    };
    const id = deviceId?.exact ?? window.inputs[0];
    if (id === undefined) throw new DOMException('', 'NotFoundError');
    if (!window.inputs.includes(id)) throw new DOMException('', 'OverconstrainedError');
    const stream = await open({ audio: true });
    const [track] = stream.getAudioTracks();
    if (track) track.getSettings = () => ({ deviceId: id });
    return stream;
  };
  devices.enumerateDevices = async () =>
    window.inputs.map((deviceId) => {
      const device = {
        deviceId,
        groupId: 'g',
        kind: 'audioinput' as const,
        label: `Label ${deviceId}`,
      };
      return { ...device, toJSON: () => device };
    });
}

/** Leaves only these microphones plugged in; tracks of the others end as in a browser. */
const setPluggedIn = (page: Page, inputs: string[]) =>
  page.evaluate((left) => {
    window.inputs = left;
    for (const track of window.calls.tracks) {
      if (track.readyState === 'ended' || left.includes(track.getSettings().deviceId!)) continue;
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  }, inputs);

/** Lists the microphones in use. */
const listInputs = (page: Page) =>
  page.evaluate(() =>
    window.calls.tracks
      .filter(({ readyState }) => readyState === 'live')
      .map((track) => track.getSettings().deviceId),
  );
/** Lists the loudspeaker of each element that plays; '' is the browser's default. */
const listOutputs = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('audio')].map(({ sinkId }) => sinkId));
const readEnabledChanges = (page: Page) => page.evaluate(() => window.calls.enabledChanges);
const getPicker = ({ widget }: CallPage, name: string) =>
  widget.getByRole('combobox', { name, exact: true });

test(
  'another microphone can be chosen, the default again, and another for the next call',
  engines,
  async ({ page, call }) => {
    const picker = getPicker(call, copy.microphone);
    await call.startLive('silent');
    await call.press(copy.sound);
    await expect(picker.locator('option').nth(1)).toBeAttached();
    // Chromium lists its default among the devices; Firefox lists none, and gets an entry for it.
    const standard = await picker.inputValue();
    expect(['', 'default']).toContain(standard);
    const ids = await picker
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(ids.filter((id) => ['', 'default'].includes(id))).toEqual([standard]);
    const other = ids.find((id) => id !== standard)!;
    for (const id of [other, standard, other]) {
      await picker.selectOption(id);
      await expect(picker).toHaveValue(id);
      if (id) await expect.poll(() => listInputs(page)).toEqual([id]);
    }
    await expect(call.stage.getByText(copy.microphoneReplaced, { exact: true })).toHaveCount(0);
    await call.press(copy.end);
    await call.expectReleased();
    await call.press(copy.start);
    await expect(call.stage).toContainText(copy.active);
    await expect.poll(() => listInputs(page)).toEqual([other]);
  },
);

test('a muted call continues with the default when its microphone is unplugged', async ({
  page,
  call,
}) => {
  await page.addInitScript(plugIn, ['built-in', 'headset']);
  await call.startLive('silent');
  await call.press(copy.sound);
  await getPicker(call, copy.microphone).selectOption('headset');
  await expect.poll(() => listInputs(page)).toEqual(['headset']);
  await call.press(copy.mute);
  const { length } = await readEnabledChanges(page);
  await setPluggedIn(page, ['built-in']);
  await expect(call.stage).toContainText(copy.microphoneReplaced);
  await expect(getPicker(call, copy.microphone)).toHaveValue('');
  await expect.poll(() => listInputs(page)).toEqual(['built-in']);
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
  expect((await readEnabledChanges(page)).slice(length)).not.toContain(true);
  expect(await call.readRooms()).toMatchObject({ joined: 1, inRoom: 1 });
  await call.press(copy.muted);
  expect(await call.listOpenTracks()).toEqual([{ enabled: true }]);
  expect((await readEnabledChanges(page)).at(-1)).toBe(true);
});

test('a muted call stays muted when the SDK restarts its noise filter', async ({ page, call }) => {
  await call.startLive('noise-filter-drops');
  await call.press(copy.mute);
  await expect(call.stage).toContainText(copy.youAreMuted);
  const { length } = await readEnabledChanges(page);
  // The SDK's recovery switches the microphone on.
  const isRecovered = () =>
    page.evaluate(() => {
      const { messages } = window.calls;
      const failed = messages.lastIndexOf('nonfatal-error');
      return failed >= 0 && messages.slice(failed).includes('local-audio');
    });
  await expect.poll(isRecovered).toBe(true);
  await waitUntilSettled(page);
  expect((await readEnabledChanges(page)).slice(length)).not.toContain(true);
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
});

test('the assistant plays on the chosen loudspeaker until that is unplugged', async ({
  page,
  call,
}) => {
  const picker = getPicker(call, copy.loudspeaker);
  await call.startLive('silent');
  await call.press(copy.sound);
  // Chromium lists its own default.
  await expect(picker).toHaveValue('default');
  const chosen = (await picker.locator('option').last().getAttribute('value')) ?? '';
  await picker.selectOption(chosen);
  await expect.poll(() => listOutputs(page)).toEqual([chosen]);
  await call.press(copy.end);
  await call.expectReleased();

  await call.press(copy.start);
  await expect(call.stage).toContainText(copy.active);
  await expect.poll(() => listOutputs(page)).toEqual([chosen]);
  await call.press(copy.sound);
  await expect(picker).toHaveValue(chosen);
  await page.evaluate(async (gone) => {
    const devices = navigator.mediaDevices;
    const left = (await devices.enumerateDevices()).filter(
      ({ kind, deviceId }) => kind !== 'audiooutput' || deviceId !== gone,
    );
    devices.enumerateDevices = () => Promise.resolve(left);
    devices.dispatchEvent(new Event('devicechange'));
  }, chosen);
  await expect(call.stage).toContainText(copy.loudspeakerReplaced);
  await expect.poll(() => listOutputs(page)).toEqual(['']);
  await expect(picker).toHaveValue('default');
  await call.expectLive();
});

test.describe('in an in-app browser', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/22A3354 [LinkedInApp]/9.30',
  });

  test('the personal link can be copied by hand, with what it said', async ({
    page,
    expectedErrors,
  }) => {
    const { message, button } = callCopyCs.failures['in-app-browser'];
    // On a phone the SDK runs without its noise filter, and logs that as an error.
    expectedErrors.push('platform-unsupported input processor');
    await page.addInitScript(() => {
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: undefined });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await openPersonal(page, 'silent-cs');
    await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
    // The name is in the address no longer.
    await page.reload();
    await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    // Without a microphone the SDK makes no call in typed words either.
    await expect(
      page.getByRole('button', { name: callCopyCs.typeInstead, exact: true }),
    ).toHaveCount(0);
    await page.getByRole('button', { name: button!.label, exact: true }).click();
    const field = page.getByRole('textbox', { name: button!.byHand!, exact: true });
    await expect(field).toBeFocused();
    const copied = await page.evaluate(() => getSelection()?.toString() ?? '');
    expect(Object.fromEntries(new URL(copied).searchParams)).toEqual({
      vapi_assistant_id: 'silent-cs',
      contact_name: 'Jan Novák',
      company_name: 'Quokka',
    });
    expect(page.url()).not.toContain('contact_name');
  });
});
