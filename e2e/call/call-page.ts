import type { Locator, Page, Route } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { type CallCopy, callCopyEn } from '@/lib/content/call-en';
import type { CallRefusal } from '@/lib/call/failures';
import type lines from '@/local/voice/lines.json';
import { stopClock } from '../support/loading';
import { addProspect } from '../support/database';
import { expect, test as base, usePersonUserAgent } from '../support/test';
import { recordCalls } from './recorder';

/** The language of a page and of its assistant. */
export interface Language {
  code: keyof typeof lines;
  copy: CallCopy;
}

export const english: Language = { code: 'en', copy: callCopyEn };
export const czech: Language = { code: 'cs', copy: callCopyCs };

/** A page with the call widget in one language. */
export class CallPage {
  readonly copy: CallCopy;
  readonly widget: Locator;
  /** Shows the state and the current messages. */
  readonly stage: Locator;
  /** Matches the texts that say who or what ended the call. */
  readonly endReason: RegExp;

  constructor(
    readonly page: Page,
    readonly language: Language = english,
  ) {
    this.copy = language.copy;
    this.widget = page.getByRole('group', { name: this.copy.label, exact: true });
    this.stage = this.widget.locator('.stage');
    const ends = Object.values(this.copy.endedBy);
    const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    this.endReason = new RegExp(ends.map(escape).join('|'));
  }

  getButton = (name: string) => this.widget.getByRole('button', { name, exact: true });
  press = (name: string) => this.getButton(name).click();

  /**
   * Opens the landing page, or in Czech the personal page, and waits until a call with this
   * scenario can start.
   */
  async open(scenario: string): Promise<void> {
    const { page, language } = this;
    const assistantId = `${scenario}-${language.code}`;
    await addProspect(assistantId);
    // The site calls this assistant. The request for the call machine's script names it too, so
    // that the local provider plays its scenario. All else is the server's own answer.
    await routeCalls(page, 'GET', async (route) => {
      const response = await route.fetch();
      const config = (await response.json()) as { callMachineUrl: string };
      const callMachineUrl = `${config.callMachineUrl}?scenario=${assistantId}`;
      await route.fulfill({ response, json: { ...config, assistantId, callMachineUrl } });
    });
    if (language === english) {
      await page.goto('/');
      await page.locator('#phone-caller').scrollIntoViewIfNeeded();
    } else {
      // The visit is not under test here.
      await page.route('**/api/visit', (route) =>
        route.fulfill({ json: { ok: true, tracked: true } }),
      );
      await page.goto(`/outreach?contact_name=Jana&vapi_assistant_id=${assistantId}`);
    }
    await expect(this.stage).toContainText(this.copy.ready);
  }

  async start(scenario: string): Promise<void> {
    await this.open(scenario);
    await this.press(this.copy.start);
  }

  async startLive(scenario: string): Promise<void> {
    await this.start(scenario);
    await this.expectLive();
  }

  /**
   * Starts a call and stops the clock once it is live: what the scenario does later happens when
   * the test moves the clock (`page.clock.runFor`, `page.clock.resume`).
   */
  async startWithStoppedClock(scenario: string): Promise<void> {
    await this.page.clock.install();
    await this.open(scenario);
    await stopClock(this.page);
    await this.reachLiveOnStoppedClock();
  }

  /** Presses Start on a page with a stopped clock, and moves the clock until the call is live. */
  async reachLiveOnStoppedClock(): Promise<void> {
    await this.press(this.copy.start);
    await expect(async () => {
      await this.page.clock.runFor(100);
      await expect(this.stage).toContainText(this.copy.active, { timeout: 250 });
    }).toPass();
    expect(await this.listOpenTracks()).toHaveLength(1);
  }

  async openKeyboard(): Promise<Locator> {
    await this.press(this.copy.keyboard);
    return this.widget.getByRole('textbox', { name: this.copy.typeHere, exact: true });
  }

  /** Opens the keyboard and sends words. Returns the text field. */
  async type(words: string): Promise<Locator> {
    const field = await this.openKeyboard();
    await field.fill(words);
    await field.press('Enter');
    return field;
  }

  async expectLive(): Promise<void> {
    await expect(this.stage).toContainText(this.copy.active);
    expect(await this.listOpenTracks()).toHaveLength(1);
  }

  /** Expects a widget that is ready for the next call and shows no failure. */
  async expectReady(): Promise<void> {
    await expect(this.stage).toContainText(this.copy.ready);
    await expect(this.widget.getByRole('heading')).toHaveCount(0);
  }

  /** Expects no open microphone, no joined room and no sound. */
  async expectReleased(): Promise<void> {
    await expect.poll(() => this.listOpenTracks()).toEqual([]);
    await expect.poll(async () => (await this.readRooms()).inRoom).toBe(0);
    await expect(this.page.locator('audio[data-participant-id]')).toHaveCount(0);
  }

  /** Lists the microphone tracks that are live, whether they carry sound or not. */
  listOpenTracks(): Promise<{ enabled: boolean }[]> {
    return this.page.evaluate(() =>
      window.calls.tracks
        .filter(({ readyState }) => readyState === 'live')
        .map(({ enabled }) => ({ enabled })),
    );
  }

  /** Counts the calls that were asked to join a room, that joined it, and that are in it. */
  readRooms(): Promise<Record<'joining' | 'joined' | 'inRoom', number>> {
    return this.page.evaluate(() => {
      const { joining, joined, left } = window.calls;
      const inRoom = joined.filter((id) => !left.includes(id)).length;
      return { joining: joining.length, joined: joined.length, inRoom };
    });
  }
}

/** The product's test, which records the microphone and the rooms of every page. */
export const test = base.extend<{ language: Language; call: CallPage }>({
  launchOptions: [usePersonUserAgent, { scope: 'worker' }],
  page: async ({ page }, use) => {
    await recordCalls(page);
    await use(page);
  },
  language: [english, { option: true }],
  call: async ({ page, language }, use) => use(new CallPage(page, language)),
});

/** Answers in place of our server: GET asks whether a call is possible, POST creates one. */
const routeCalls = (
  page: Page,
  method: 'GET' | 'POST',
  answer: (route: Route) => Promise<unknown>,
) =>
  page.route(CALL_PATH, (route) =>
    route.request().method() === method ? answer(route) : route.fallback(),
  );

const CALL_PATH = /\/api\/call(\?|$)/;

export const refuseCalls = (page: Page, error: CallRefusal) =>
  routeCalls(page, 'POST', (route) =>
    route.fulfill({ status: 429, json: { ok: false, error, message: 'The server’s own words.' } }),
  );
