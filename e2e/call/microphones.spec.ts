import type { Page } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { type CallPage, test } from './call-page';
import { countMicrophoneRequests, setPausedByDevice } from './recorder';
import { openPersonal } from '../outreach/outreach-page';
import { expect } from '../support/test';

const copy = callCopyEn;

declare global {
  interface Window {
    /** The ids of the microphones that are plugged in, the default first. */
    inputs: string[];
    permission: EventTarget & { state: PermissionState };
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

const listDevicesInUse = (page: Page) =>
  page.evaluate(() =>
    window.calls.tracks
      .filter(({ readyState }) => readyState === 'live')
      .map((track) => track.getSettings().deviceId),
  );
const readEnabledChanges = (page: Page) => page.evaluate(() => window.calls.enabledChanges);
const getPicker = ({ widget }: CallPage) =>
  widget.getByRole('combobox', { name: copy.microphone, exact: true });
const readOptions = (call: CallPage) => getPicker(call).locator('option').allTextContents();

async function callWith(call: CallPage, inputs: string[]): Promise<void> {
  await call.page.addInitScript(plugIn, inputs);
  await call.startLive('silent');
}

async function endCall(call: CallPage): Promise<void> {
  await call.press(copy.end);
  await call.expectReady();
  await call.expectReleased();
}

test('every microphone can be chosen with mouse and keyboard, also in the next call', async ({
  page,
  call,
}) => {
  await callWith(call, ['built-in', 'headset']);
  await call.press(copy.sound);
  const picker = getPicker(call);
  await expect(picker).toHaveValue('');
  const labels = [copy.defaultMicrophone, 'Label built-in', 'Label headset'];
  await expect.poll(() => readOptions(call)).toEqual(labels);
  const requestCount = await countMicrophoneRequests(page);
  await picker.selectOption('built-in');
  await expect.poll(() => countMicrophoneRequests(page)).toBe(requestCount + 1);
  for (const [key, value, device] of [
    ['ArrowDown', 'headset', 'headset'],
    ['Home', '', 'built-in'],
    ['End', 'headset', 'headset'],
  ] as const) {
    await picker.press(key);
    await expect(picker).toHaveValue(value);
    await expect.poll(() => listDevicesInUse(page)).toEqual([device]);
  }
  await endCall(call);

  await call.press(copy.start);
  await expect(call.stage).toContainText(copy.active);
  await expect.poll(() => listDevicesInUse(page)).toEqual(['headset']);
  await call.press(copy.sound);
  await expect(picker).toHaveValue('headset');
  await picker.selectOption('');
  await expect.poll(() => listDevicesInUse(page)).toEqual(['built-in']);
  await endCall(call);
});

test('a muted call continues with the default when its microphone is unplugged', async ({
  page,
  call,
}) => {
  await callWith(call, ['built-in', 'headset']);
  await call.press(copy.sound);
  await getPicker(call).selectOption('headset');
  await expect.poll(() => listDevicesInUse(page)).toEqual(['headset']);
  await call.press(copy.mute);
  const { length } = await readEnabledChanges(page);
  await setPluggedIn(page, ['built-in']);
  await expect(call.stage).toContainText(copy.microphoneReplaced);
  await expect(getPicker(call)).toHaveValue('');
  const labels = [copy.defaultMicrophone, 'Label built-in'];
  await expect.poll(() => readOptions(call)).toEqual(labels);
  await expect.poll(() => listDevicesInUse(page)).toEqual(['built-in']);
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
  expect((await readEnabledChanges(page)).slice(length)).not.toContain(true);
  expect(await call.readRooms()).toMatchObject({ joined: 1, inRoom: 1 });
  await call.press(copy.muted);
  expect(await call.listOpenTracks()).toEqual([{ enabled: true }]);
  await endCall(call);
});

test('a call continues with typed words when no microphone is left', async ({ page, call }) => {
  await callWith(call, ['built-in']);
  await setPluggedIn(page, []);
  await expect(call.stage).toContainText(copy.microphoneLost);
  await call.type('CRM?');
  await expect(call.widget.getByRole('log')).toContainText(copy.tools.note_in_crm.done);
  await setPluggedIn(page, ['built-in']);
  await expect(call.stage).toContainText(copy.microphoneReplaced);
  await expect.poll(() => call.listOpenTracks()).toEqual([{ enabled: true }]);
  await endCall(call);
});

test('a microphone paused by the device can be reopened and stays muted', async ({
  page,
  call,
}) => {
  await callWith(call, ['built-in', 'headset']);
  const reopen = call.getButton(copy.reopenMicrophone);
  await setPausedByDevice(page, true);
  await expect(call.stage).toContainText(copy.microphonePaused);
  await setPausedByDevice(page, false);
  await expect(call.stage.getByText(copy.microphonePaused, { exact: true })).toHaveCount(0);
  await expect(reopen).toHaveCount(0);

  await call.press(copy.mute);
  const { length } = await readEnabledChanges(page);
  await setPausedByDevice(page, true);
  await reopen.click();
  await expect(call.stage.getByText(copy.microphonePaused, { exact: true })).toHaveCount(0);
  await expect(call.getButton(copy.examples.sentences[0]!)).toBeFocused();
  expect(await listDevicesInUse(page)).toEqual(['built-in']);
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
  expect((await readEnabledChanges(page)).slice(length)).not.toContain(true);
  await endCall(call);
});

test('allowing a denied microphone starts no call by itself', async ({ page, call }) => {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    window.permission = Object.assign(new EventTarget(), { state: 'denied' as PermissionState });
    navigator.permissions.query = () => Promise.resolve(window.permission as PermissionStatus);
    devices.getUserMedia = (constraints) =>
      window.permission.state === 'granted'
        ? open(constraints)
        : Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await call.start('silent');
  await expect(call.stage).toContainText(copy.failures['microphone-denied'].message);
  let callCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/call')) callCount += 1;
  });
  await page.evaluate(() => {
    window.permission.state = 'granted';
    window.permission.dispatchEvent(new Event('change'));
  });
  await call.expectReady();
  await expect(call.getButton(copy.start)).toBeFocused();
  expect(callCount).toBe(0);
  expect(await countMicrophoneRequests(page)).toBe(0);
  await call.press(copy.start);
  await call.expectLive();
  await endCall(call);
});

test.describe('in an in-app browser', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/22A3354 [LinkedInApp]/9.30',
  });
  const link = callCopyCs.failures['in-app-browser'].button!;

  test('the personal link can be copied by hand', async ({ page, expectedErrors }) => {
    // On a phone the SDK runs without its noise filter, and logs that as an error.
    expectedErrors.push('platform-unsupported input processor');
    await page.addInitScript(() => {
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: undefined });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await openPersonal(page, 'silent-cs-instant');
    const field = page.getByRole('textbox', { name: link.byHand!, exact: true });
    for (let visits = 0; visits < 2; visits += 1) {
      await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
      await expect(
        page.getByText(callCopyCs.failures['in-app-browser'].message, { exact: true }),
      ).toBeVisible();
      expect(page.url()).not.toContain('contact_name');
      await page.getByRole('button', { name: link.label, exact: true }).click();
      await expect(field).toBeFocused();
      const typing = page.getByRole('button', { name: callCopyCs.typeInstead, exact: true });
      await expect(typing).toHaveCount(0);
      const copied = await field.evaluate((element) => {
        const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
        return value.slice(selectionStart, selectionEnd);
      });
      const { pathname, searchParams } = new URL(copied);
      expect(pathname).toBe('/outreach');
      expect(Object.fromEntries(searchParams)).toEqual({
        vapi_assistant_id: 'silent-cs-instant',
        contact_name: 'Jan Novák',
      });
      expect(page.url()).not.toContain('contact_name');
      await page.reload();
    }
  });
});
