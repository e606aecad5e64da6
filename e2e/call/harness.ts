import type { Locator, Page } from '@playwright/test';
import type { CallCopy } from '../../lib/content/call-copy';
import { callCopyCs } from '../../lib/content/call-cs';
import { callCopyEn } from '../../lib/content/call-en';
import type { CallRefusal } from '../../lib/call/refusals';
import { getContactDialog } from '../contact/contact-form';
import { addProspect } from '../support/prospects';
import { expect, test as base } from '../support/test';

interface CallRecord {
  /** How often the browser was asked for a microphone. */
  microphoneRequests: number;
  /** Every track a microphone was opened with. */
  tracks: MediaStreamTrack[];
  /** Ids of the call objects that were asked to join a room, that joined it, and that left it. */
  joining: string[];
  joined: string[];
  left: string[];
  /** The messages between the SDK and the call machine, in order. */
  messages: string[];
  /** Each time a microphone track was switched on or off. */
  enabledChanges: boolean[];
}

declare global {
  interface Window {
    calls: CallRecord;
  }
}

/** Runs in the page before any script of it. */
function installRecorder(): void {
  const calls: CallRecord = {
    microphoneRequests: 0,
    tracks: [],
    joining: [],
    joined: [],
    left: [],
    messages: [],
    enabledChanges: [],
  };
  window.calls = calls;
  const enabled = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, 'enabled')!;
  Object.defineProperty(MediaStreamTrack.prototype, 'enabled', {
    ...enabled,
    set(this: MediaStreamTrack, isEnabled: boolean) {
      if (calls.tracks.includes(this)) calls.enabledChanges.push(isEnabled);
      enabled.set?.call(this, isEnabled);
    },
  });
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    calls.microphoneRequests += 1;
    const stream = await open(constraints);
    calls.tracks.push(...stream.getTracks());
    return stream;
  };
  window.addEventListener('message', ({ data }) => {
    const { what, action, callClientId } = (data ?? {}) as Record<string, string>;
    if (what !== 'iframe-call-message' || !callClientId) return;
    calls.messages.push(action ?? '');
    if (action === 'join-meeting') calls.joining.push(callClientId);
    if (action === 'joined-meeting') calls.joined.push(callClientId);
    if (action === 'left-meeting') calls.left.push(callClientId);
  });
}

/** Records the microphone and the rooms of the page's documents, from the next document on. */
export const recordCalls = (page: Page) => page.addInitScript(installRecorder);

/** The product's test, which records the microphone and the rooms of every page. */
export const test = base.extend({
  userAgent: async ({ browser }, use) => {
    const chrome = `Chrome/${browser.version()} Safari/537.36`;
    await use(`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}`);
  },
  page: async ({ page }, use) => {
    await recordCalls(page);
    await use(page);
  },
});

export interface Language {
  id: 'en' | 'cs';
  copy: CallCopy;
  /** Opens the language's page with this assistant behind its widget. */
  open: (page: Page, assistantId: string) => Promise<void>;
  /** Expects a working alternative contact after a failed call. */
  expectOffer: (page: Page) => Promise<void>;
}

/**
 * Makes the site call this assistant: a prospect's, and the landing page's default. The request for
 * the call machine's script names it too, so that the local provider plays its scenario.
 * Everything else is the server's own answer.
 */
async function arrangeCall(page: Page, assistantId: string): Promise<void> {
  await addProspect(assistantId);
  await page.route('**/api/call-config*', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as { callMachineUrl: string };
    const callMachineUrl = `${config.callMachineUrl}?scenario=${assistantId}`;
    await route.fulfill({ response, json: { ...config, assistantId, callMachineUrl } });
  });
}

async function openLanding(page: Page, assistantId: string): Promise<void> {
  await arrangeCall(page, assistantId);
  await page.goto('/');
  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
}

export const english: Language = {
  id: 'en',
  copy: callCopyEn,
  open: openLanding,
  async expectOffer(page) {
    await getWidget(page, english)
      .getByRole('button', { name: 'Get Started', exact: true })
      .click();
    const dialog = getContactDialog(page);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
};

const czech: Language = {
  id: 'cs',
  copy: callCopyCs,
  async open(page, assistantId) {
    await arrangeCall(page, assistantId);
    // The visit is not under test here.
    await page.route('**/api/visit', (route) =>
      route.fulfill({ json: { ok: true, tracked: true } }),
    );
    await page.goto(`/outreach?vapi_assistant_id=${assistantId}`);
  },
  async expectOffer(page) {
    await expect(page.getByRole('link', { name: /^(Vybrat termín|Napsat e-mail)$/ })).toBeVisible();
  },
};

export const languages: readonly Language[] = [english, czech];

export const getWidget = (page: Page, { copy }: Language): Locator =>
  page.getByRole('group', { name: copy.label });

export const getButton = (page: Page, language: Language, name: string): Locator =>
  getWidget(page, language).getByRole('button', { name, exact: true });

/** Returns the stage, which shows the state and the current messages. */
export const getStage = (page: Page, language: Language): Locator =>
  getWidget(page, language).locator('.stage');

/** Matches the texts that say who or what ended the call. */
export const getEndReason = ({ copy }: Language): RegExp =>
  new RegExp(Object.values(copy.endedBy).join('|'));

export async function startCall(page: Page, language: Language, scenario: string): Promise<void> {
  await language.open(page, `${scenario}-${language.id}-instant`);
  await expect(getStage(page, language)).toContainText(language.copy.ready);
  await getButton(page, language, language.copy.start).click();
}

export async function expectLive(page: Page, language: Language): Promise<void> {
  await expect(getStage(page, language)).toContainText(language.copy.active);
  expect(await listOpenTracks(page)).toHaveLength(1);
}

/**
 * Starts a call and stops the clock once it is live: what the scenario does later happens when
 * the test moves the clock (`page.clock.runFor`, `page.clock.resume`).
 */
export async function startCallWithStoppedClock(
  page: Page,
  language: Language,
  scenario: string,
): Promise<void> {
  await page.clock.install();
  await language.open(page, `${scenario}-${language.id}-instant`);
  await expect(getStage(page, language)).toContainText(language.copy.ready);
  await stopClock(page);
  await reachLiveOnStoppedClock(page, language);
}

export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/**
 * Presses Start on a page with a stopped clock, and moves the clock in steps until the call is
 * live.
 */
export async function reachLiveOnStoppedClock(page: Page, language: Language): Promise<void> {
  await getButton(page, language, language.copy.start).click();
  await expect(async () => {
    await page.clock.runFor(100);
    const active = language.copy.active;
    await expect(getStage(page, language)).toContainText(active, { timeout: 250 });
  }).toPass();
  expect(await listOpenTracks(page)).toHaveLength(1);
}

/** Expects a widget that is ready for the next call and shows no failure. */
export async function expectReady(page: Page, language: Language): Promise<void> {
  await expect(getStage(page, language)).toContainText(language.copy.ready);
  await expect(getWidget(page, language).getByRole('heading')).toHaveCount(0);
}

export async function openKeyboard(page: Page, language: Language): Promise<Locator> {
  await getButton(page, language, language.copy.keyboard).click();
  return getWidget(page, language).getByRole('textbox', { name: language.copy.typeHere });
}

export const refuseTickets = (page: Page, error: CallRefusal) =>
  page.route('**/api/call/ticket', (route) =>
    route.fulfill({ status: 429, json: { ok: false, error, message: 'The server’s own words.' } }),
  );

export const countMicrophoneRequests = (page: Page): Promise<number> =>
  page.evaluate(() => window.calls.microphoneRequests);

export interface RoomCounts {
  joining: number;
  joined: number;
  inRoom: number;
}

export function readRooms(page: Page): Promise<RoomCounts> {
  return page.evaluate(() => {
    const { joining, joined, left } = window.calls;
    const inRoom = joined.filter((id) => !left.includes(id)).length;
    return { joining: joining.length, joined: joined.length, inRoom };
  });
}

/** Lists the microphone tracks that are live, whether they carry sound or not. */
export function listOpenTracks(page: Page): Promise<{ enabled: boolean }[]> {
  return page.evaluate(() =>
    window.calls.tracks
      .filter(({ readyState }) => readyState === 'live')
      .map(({ enabled }) => ({ enabled })),
  );
}

/** Expects no open microphone, no joined room and no sound. */
export async function expectEverythingReleased(page: Page): Promise<void> {
  await expect.poll(() => listOpenTracks(page)).toEqual([]);
  await expect.poll(async () => (await readRooms(page)).inRoom).toBe(0);
  await expect(page.locator('audio[data-participant-id]')).toHaveCount(0);
}
