import type { Page } from '@playwright/test';
import {
  buttonOf,
  english,
  expectLive,
  expectNothingLeft,
  expectReady,
  full,
  languages,
  openTracks,
  roomsOf,
  startCall,
  statusOf,
  test,
  type Language,
} from './call/harness';
import { expect } from './test';

// Nothing here is about what moves, and drawing that takes most of the machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Stage {
  scenario: string;
  /** The request, or the step into the room, with which the stage begins. */
  begins: { request: string } | { room: 'joining' | 'joined' };
  /** The room was joined by then; before that, nothing may join any more. */
  joined?: true;
  /** What was waited for comes about 4 s after the start, were the call still on. */
  late?: true;
}

const machine = { request: '**/call-machine.js*' };

const stages: Record<string, Stage> = {
  'the provider is asked for a room': {
    scenario: 'slow-request',
    begins: { request: '**/call/web' },
    late: true,
  },
  'the call’s script is loading': {
    scenario: 'slow-script',
    begins: machine,
    late: true,
  },
  'the script hangs': { scenario: 'script-hanging', begins: machine },
  'the script does nothing': { scenario: 'script-inert', begins: machine },
  'the room is being joined': { scenario: 'slow-join', begins: { room: 'joining' }, late: true },
  'joining hangs': { scenario: 'join-hanging', begins: { room: 'joining' } },
  'the assistant is on its way': {
    scenario: 'slow-assistant',
    begins: { room: 'joined' },
    joined: true,
    late: true,
  },
  'no assistant comes': { scenario: 'never-answers', begins: { room: 'joined' }, joined: true },
  'the assistant does not listen': {
    scenario: 'never-listens',
    begins: { room: 'joined' },
    joined: true,
  },
};

for (const language of full ? languages : [english]) {
  const { copy } = language;
  test.describe(language.id, () => {
    for (const [name, stage] of Object.entries(stages)) {
      test(`cancelled while ${name}: no call survives, and the next one can begin`, async ({
        page,
      }) => {
        test.slow();
        await startAndReach(page, language, stage);
        await buttonOf(page, language, copy.cancel).click();
        await expectReady(page, language);
        await expect(buttonOf(page, language, copy.start)).toBeFocused();
        await expectNothingLeft(page);
        const before = await roomsOf(page);
        expect(before.joined).toBe(stage.joined ? 1 : 0);

        await page.waitForTimeout(stage.late ? 4_500 : 1_000);
        expect(await roomsOf(page)).toEqual(before);
        await expectReady(page, language);
        await expectNothingLeft(page);

        await buttonOf(page, language, copy.start).click();
        if (stage.late) await expectLive(page, language);
        else await expect(statusOf(page, language)).toContainText(copy.connecting);
        await page.waitForTimeout(300);
        await expect(statusOf(page, language).getByRole('heading')).toHaveCount(0);
      });
    }

    test('cancelled while the browser asks for the microphone: what it grants later is closed', async ({
      page,
    }) => {
      await page.addInitScript(() => {
        const { mediaDevices } = navigator;
        const open = mediaDevices.getUserMedia.bind(mediaDevices);
        const answered = new Promise<void>((resolve) => {
          window.addEventListener('visitor-allows', () => resolve());
        });
        mediaDevices.getUserMedia = async (constraints) => {
          await answered;
          return open(constraints);
        };
      });
      await startCall(page, language, 'brief');
      await expect(statusOf(page, language)).toContainText(copy.askingForMicrophone);
      await buttonOf(page, language, copy.cancel).click();
      await expectReady(page, language);
      await page.evaluate(() => window.dispatchEvent(new Event('visitor-allows')));
      await expect.poll(() => page.evaluate(() => window.calls.tracks.length)).toBe(1);
      await expectNothingLeft(page);
      expect(await openTracks(page)).toEqual([]);
      expect(await roomsOf(page)).toEqual({ joining: 0, joined: 0, inRoom: 0 });
    });

    test('a double click on Start makes one call, one on End makes none', async ({ page }) => {
      await language.open(page, `silent-${language.id}-instant`);
      await expect(statusOf(page, language)).toContainText(copy.ready);
      await buttonOf(page, language, copy.start).dblclick();
      await expectLive(page, language);
      await buttonOf(page, language, copy.end).dblclick();
      await expectReady(page, language);
      await expectNothingLeft(page);
      expect(await roomsOf(page)).toEqual({ joining: 1, joined: 1, inRoom: 0 });
    });
  });
}

async function startAndReach(page: Page, language: Language, { scenario, begins }: Stage) {
  if ('request' in begins) {
    const asked = page.waitForRequest(begins.request);
    await Promise.all([asked, startCall(page, language, scenario)]);
    return;
  }
  await startCall(page, language, scenario);
  await expect.poll(async () => (await roomsOf(page))[begins.room]).toBe(1);
}
