import type { Page } from '@playwright/test';
import { callCs } from '../lib/content/call-cs';
import {
  getButton,
  english,
  expectLive,
  expectEverythingReleased,
  expectReady,
  languages,
  microphonesAskedFor,
  listOpenTracks,
  readRooms,
  startCall,
  getStatus,
  test,
  getWidget,
  type Language,
} from './call/harness';
import { openPersonal } from './outreach/harness';
import { expect, long } from './test';

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

/** From now on these are left. A track of another one ends, as the browser ends it. */
const replug = (page: Page, inputs: string[]) =>
  page.evaluate((left) => {
    window.inputs = left;
    for (const track of window.calls.tracks) {
      if (track.readyState === 'ended' || left.includes(track.getSettings().deviceId!)) continue;
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  }, inputs);

/** The device pauses the open microphone, or lets it go on. */
const pause = (page: Page, muted: boolean) =>
  page.evaluate((isMuted) => {
    const track = window.calls.tracks.find(({ readyState }) => readyState === 'live')!;
    Object.defineProperty(track, 'muted', { configurable: true, value: isMuted });
    track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }, muted);

/** The devices of the open microphones. */
const inUse = (page: Page) =>
  page.evaluate(() =>
    window.calls.tracks
      .filter(({ readyState }) => readyState === 'live')
      .map((track) => track.getSettings().deviceId),
  );
const switched = (page: Page) => page.evaluate(() => window.calls.switched);
const pickerOf = (page: Page, language: Language) =>
  getWidget(page, language).getByLabel(language.copy.microphone, { exact: true });
const optionsOf = (page: Page, language: Language) =>
  pickerOf(page, language).locator('option').allTextContents();

async function callWith(page: Page, language: Language, inputs: string[]): Promise<void> {
  await page.addInitScript(plugIn, inputs);
  await startCall(page, language, 'silent');
  await expectLive(page, language);
}

async function endCall(page: Page, language: Language): Promise<void> {
  await getButton(page, language, language.copy.end).click();
  await expectReady(page, language);
  await expectEverythingReleased(page);
}

for (const language of languages) {
  const { id, copy } = language;
  test.describe(id, language === english ? {} : long, () => {
    test('every entry takes effect, by mouse and by keyboard, also in the next call', async ({
      page,
    }) => {
      await callWith(page, language, ['built-in', 'headset']);
      await getButton(page, language, copy.sound).click();
      const picker = pickerOf(page, language);
      await expect(picker).toHaveValue('');
      const labels = [copy.defaultMicrophone, 'Label built-in', 'Label headset'];
      await expect.poll(() => optionsOf(page, language)).toEqual(labels);
      const asked = await microphonesAskedFor(page);
      await picker.selectOption('built-in');
      await expect.poll(() => microphonesAskedFor(page)).toBe(asked + 1);
      await picker.press('ArrowDown');
      await expect(picker).toHaveValue('headset');
      await expect.poll(() => inUse(page)).toEqual(['headset']);
      await picker.press('Home');
      await expect(picker).toHaveValue('');
      await expect.poll(() => inUse(page)).toEqual(['built-in']);
      await picker.press('End');
      await expect.poll(() => inUse(page)).toEqual(['headset']);
      await endCall(page, language);

      await getButton(page, language, copy.start).click();
      await expect(getStatus(page, language)).toContainText(copy.active);
      await expect.poll(() => inUse(page)).toEqual(['headset']);
      await getButton(page, language, copy.sound).click();
      await expect(picker).toHaveValue('headset');
      await picker.selectOption('');
      await expect.poll(() => inUse(page)).toEqual(['built-in']);
      await endCall(page, language);
    });

    test('a muted call goes on with the default when the chosen microphone is unplugged', async ({
      page,
    }) => {
      await callWith(page, language, ['built-in', 'headset']);
      await getButton(page, language, copy.sound).click();
      await pickerOf(page, language).selectOption('headset');
      await expect.poll(() => inUse(page)).toEqual(['headset']);
      await getButton(page, language, copy.mute).click();
      const { length } = await switched(page);
      await replug(page, ['built-in']);
      await expect(getStatus(page, language)).toContainText(copy.microphoneReplaced);
      await expect(pickerOf(page, language)).toHaveValue('');
      const labels = [copy.defaultMicrophone, 'Label built-in'];
      await expect.poll(() => optionsOf(page, language)).toEqual(labels);
      await expect.poll(() => inUse(page)).toEqual(['built-in']);
      expect(await listOpenTracks(page)).toEqual([{ enabled: false }]);
      expect((await switched(page)).slice(length)).not.toContain(true);
      expect(await readRooms(page)).toMatchObject({ joined: 1, inRoom: 1 });
      await getButton(page, language, copy.muted).click();
      expect(await listOpenTracks(page)).toEqual([{ enabled: true }]);
      await endCall(page, language);
    });

    test('a call begins with the default when the chosen microphone has gone', async ({ page }) => {
      await callWith(page, language, ['built-in', 'headset']);
      await getButton(page, language, copy.sound).click();
      await pickerOf(page, language).selectOption('headset');
      await expect.poll(() => inUse(page)).toEqual(['headset']);
      await endCall(page, language);
      await replug(page, ['built-in']);
      await getButton(page, language, copy.start).click();
      await expect(getStatus(page, language)).toContainText(copy.microphoneReplaced);
      await expect.poll(() => inUse(page)).toEqual(['built-in']);
      await getButton(page, language, copy.sound).click();
      await expect(pickerOf(page, language)).toHaveValue('');
      await endCall(page, language);
    });

    test('a call goes on in typed words when no microphone is left', async ({ page }) => {
      await callWith(page, language, ['built-in']);
      await replug(page, []);
      await expect(getStatus(page, language)).toContainText(copy.microphoneLost);
      await getButton(page, language, copy.keyboard).click();
      const field = getWidget(page, language).getByRole('textbox', { name: copy.typeHere });
      await field.fill('CRM?');
      await field.press('Enter');
      const log = getWidget(page, language).getByRole('log');
      await expect(log).toContainText(copy.tools.note_in_crm.done);
      await replug(page, ['built-in']);
      await expect(getStatus(page, language)).toContainText(copy.microphoneReplaced);
      await expect.poll(() => listOpenTracks(page)).toEqual([{ enabled: true }]);
      await endCall(page, language);
    });

    test('a microphone that the device pauses can be reopened, and stays muted', async ({
      page,
    }) => {
      await callWith(page, language, ['built-in', 'headset']);
      const reopen = getButton(page, language, copy.reopenMicrophone);
      await pause(page, true);
      await expect(getStatus(page, language)).toContainText(copy.microphonePaused);
      await pause(page, false);
      await expect(getStatus(page, language)).not.toContainText(copy.microphonePaused);
      await expect(reopen).toHaveCount(0);

      await getButton(page, language, copy.mute).click();
      const { length } = await switched(page);
      await pause(page, true);
      await reopen.click();
      await expect(getStatus(page, language)).not.toContainText(copy.microphonePaused);
      await expect(getButton(page, language, copy.muted)).toBeFocused();
      expect(await inUse(page)).toEqual(['built-in']);
      expect(await listOpenTracks(page)).toEqual([{ enabled: false }]);
      expect((await switched(page)).slice(length)).not.toContain(true);
      await endCall(page, language);
    });
  });
}

/** The visitor answers the browser's question by not allowing the microphone. */
const refuse = (page: Page, state: PermissionState) =>
  page.addInitScript((permission) => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    window.permission = Object.assign(new EventTarget(), { state: permission });
    navigator.permissions.query = () => Promise.resolve(window.permission as PermissionStatus);
    devices.getUserMedia = (constraints) =>
      window.permission.state === 'granted'
        ? open(constraints)
        : Promise.reject(new DOMException('', 'NotAllowedError'));
  }, state);

for (const [state, kind] of [
  ['prompt', 'microphone-dismissed'],
  ['denied', 'microphone-denied'],
] as const) {
  test(`after a refusal that leaves the permission at ${state}, a call needs a press`, async ({
    page,
  }) => {
    const { copy } = english;
    await refuse(page, state);
    await startCall(page, english, 'silent');
    await expect(getStatus(page, english)).toContainText(copy.failures[kind].message);
    const tickets: string[] = [];
    page.on('request', (request) => {
      if (/call\/ticket|api\/count/.test(request.url())) tickets.push(request.postData() ?? '');
    });
    await page.evaluate(() => {
      window.permission.state = 'granted';
      window.permission.dispatchEvent(new Event('change'));
    });
    await expectReady(page, english);
    await expect(getButton(page, english, copy.start)).toBeFocused();
    expect(tickets).toEqual([]);
    await getButton(page, english, copy.start).click();
    await expectLive(page, english);
    await endCall(page, english);
  });
}

test.describe('in the browser inside another app', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/22A3354 [LinkedInApp]/9.30',
  });
  const copy = callCs;
  const link = callCs.failures['in-app-browser'].button!;

  test('the link has the name, and can be copied by hand, before and after a reload', async ({
    page,
    expectedErrors,
  }) => {
    // On a phone the SDK runs without its noise filter, and logs that as an error.
    expectedErrors.push('platform-unsupported input processor');
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => {
        window.calls.asked += 1;
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      };
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await openPersonal(page, 'silent-cs-instant');
    const field = page.getByRole('textbox', { name: link.byHand! });
    for (let visits = 0; visits < 2; visits += 1) {
      await expect(page.getByText(copy.ready)).toBeVisible();
      await page.getByRole('button', { name: copy.start }).click();
      await expect(page.getByText(copy.failures['in-app-browser'].message)).toBeVisible();
      expect(page.url()).not.toContain('contact_name');
      await page.getByRole('button', { name: link.label }).click();
      await expect(field).toBeFocused();
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
    await expect(page.getByText(copy.ready)).toBeVisible();
    await page.getByRole('button', { name: copy.start }).click();
    await page.getByRole('button', { name: copy.typeInstead }).click();
    await expect(page.getByText(copy.active)).toBeVisible();
    await expect(page.getByRole('textbox', { name: copy.typeHere })).toBeFocused();
    // By the press on Start, and not again by the typed call.
    expect(await microphonesAskedFor(page)).toBe(1);
    expect(await listOpenTracks(page)).toEqual([]);
  });
});

test.describe('the conversation of a call', () => {
  const { copy } = english;

  async function receipt(page: Page): Promise<void> {
    await page.clock.install();
    await startCall(page, english, 'silent');
    await expectLive(page, english);
    await expect(getWidget(page, english).getByRole('log').getByRole('paragraph')).not.toHaveCount(
      0,
    );
    await page.clock.fastForward(12_000);
    await getButton(page, english, copy.end).click();
    await expect(getStatus(page, english)).toContainText(copy.receipt.rating);
  }

  test('is downloaded as UTF-8 with a byte order mark', async ({ page }) => {
    await receipt(page);
    const downloading = page.waitForEvent('download');
    await getButton(page, english, copy.receipt.download).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('conversation.txt');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text.startsWith('\uFEFFAssistant: ')).toBe(true);
  });

  test('can be copied by hand without a clipboard', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await receipt(page);
    await getButton(page, english, copy.receipt.copy).click();
    const field = getWidget(page, english).getByRole('textbox', { name: copy.receipt.byHand });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(/^Assistant: /);
  });
});
