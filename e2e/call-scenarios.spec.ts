import type { Page } from '@playwright/test';
import type { ScenarioId } from '../local/voice/scenarios';
import type { FailureKind } from '../lib/voice/call-errors';
import { expect } from './test';
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
  widgetOf,
  type Language,
} from './call/harness';

// Nothing here is about what moves, and drawing that takes most of the machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Outcome {
  /** What the visitor is told went wrong; without one the call comes about. */
  failure?: FailureKind;
  /** How far the visitor's side of the call may have come before that: a room joined at most. */
  joins?: boolean;
  /** The call is over by itself, in good order. */
  ends?: true;
  /** Nothing comes for so long that the widget has to give up itself. */
  silence?: true;
  /** What the browser itself logs: the answers and reports that the scenario is about. */
  errors?: string[];
  /** The script reports its failure to its vendor, which the page's policy does not allow. */
  vendorReport?: true;
  /** What happens in a call that goes on. */
  then?: (page: Page, language: Language) => Promise<void>;
}

const answered = (status: number, failure: FailureKind): Outcome => ({
  failure,
  errors: [`status of ${status}`],
});

const outcomes: Record<Exclude<ScenarioId, 'silent-microphone'>, Outcome> = {
  demo: {},
  brief: {},
  silent: {},

  'wrong-key': answered(401, 'key-rejected'),
  'bad-request': answered(400, 'assistant-unknown'),
  'payment-required': answered(402, 'quota-exhausted'),
  'unknown-assistant': answered(404, 'assistant-unknown'),
  'server-error': answered(502, 'service-failed'),
  unreachable: { failure: 'service-unreachable', errors: ['net::ERR_EMPTY_RESPONSE'] },
  'empty-body': { failure: 'service-failed', errors: ['No room URL'] },
  'no-json': { failure: 'service-failed' },
  'slow-request': {},

  'script-missing': { failure: 'script-blocked', errors: ['status of 404'], vendorReport: true },
  'script-hanging': { failure: 'no-answer', silence: true },
  'script-inert': { failure: 'no-answer', silence: true },
  'slow-script': {},

  'no-room': { failure: 'call-refused', vendorReport: true },
  'join-refused': { failure: 'call-refused' },
  'join-hanging': { failure: 'no-answer', silence: true },
  'slow-join': {},
  'microphone-denied': { failure: 'microphone-denied', joins: true },
  'microphone-missing': { failure: 'microphone-missing', joins: true },
  'microphone-busy': { failure: 'microphone-busy', joins: true },

  'never-answers': { failure: 'no-answer', joins: true, silence: true },
  'never-listens': { failure: 'no-answer', joins: true, silence: true },
  'slow-assistant': {},
  'ejected-early': { failure: 'call-refused', joins: true },
  'playback-blocked': { errors: ['could not start assistant audio'], then: tapToHear },

  'noise-filter-fails': {},
  'noise-filter-drops': { then: stayMuted },
  'meter-fails': {},
  ejected: { ends: true },
  'hung-up': { ends: true },
  'assistant-fault': { failure: 'assistant-failed', joins: true },
  'time-limit': { ends: true },
  'network-interrupted': { then: recover },
  'network-lost': { failure: 'connection-lost', joins: true, vendorReport: true },
};

const all = Object.entries<Outcome>(outcomes);

/** The scenarios that show something no other one before them shows. */
function oncePerText() {
  const shown = ({ failure, ends, then }: Outcome) => then?.name ?? failure ?? ends ?? 'call';
  return all.filter(
    ([, outcome], index) => all.findIndex(([, other]) => shown(other) === shown(outcome)) === index,
  );
}

for (const language of languages) {
  test.describe(language.id, () => {
    for (const [scenario, outcome] of full || language === english ? all : oncePerText()) {
      test(`${scenario} ${summary(outcome)}`, async ({
        page,
        expectedErrors,
        expectedViolations,
      }) => {
        expectedErrors.push(...(outcome.errors ?? []));
        if (outcome.vendorReport) {
          expectedErrors.push('sentry.io');
          expectedViolations.push('sentry.io');
        }
        if (outcome.silence) await page.clock.install();
        const dialled = page.waitForResponse('**/call/web').catch(() => undefined);
        await startCall(page, language, scenario);
        if (outcome.silence) {
          await dialled;
          await runIntoSilence(page, language);
        }
        if (outcome.failure) await expectFailure(page, language, outcome.failure);
        else await expectConversation(page, language, outcome);
        await expectNothingLeft(page);
        if (outcome.failure && !outcome.joins)
          expect(await roomsOf(page)).toMatchObject({ joined: 0 });
      });
    }

    if (language !== english && !full) return;
    test('silent-microphone shows the hint until another microphone is chosen', async ({
      page,
    }) => {
      test.slow();
      const { copy } = language;
      await startCall(page, language, 'silent-microphone');
      await expectLive(page, language);
      await expect(statusOf(page, language)).toContainText(copy.unheard, { timeout: 25_000 });
      const picker = widgetOf(page, language).getByLabel(copy.microphone, { exact: true });
      await expect(picker).toBeVisible();
      await picker.selectOption({ index: 1 });
      await expect(statusOf(page, language)).not.toContainText(copy.unheard);
      expect(await openTracks(page)).toEqual([{ enabled: true }]);
      await buttonOf(page, language, copy.end).click();
      await expectReady(page, language);
      await expectNothingLeft(page);
    });
  });
}

function summary({ failure, ends, silence }: Outcome): string {
  if (failure) return `${silence ? 'is given up: ' : 'fails: '}${failure}`;
  return ends ? 'ends as a call does' : 'comes about, and the visitor ends it';
}

/** Nothing happens by itself; the widget's patience, not the provider's, decides. */
async function runIntoSilence(page: Page, language: Language): Promise<void> {
  const connecting = language.copy.connecting;
  await page.waitForTimeout(500);
  await page.clock.fastForward(15_000);
  await expect(statusOf(page, language)).toContainText(connecting);
  await page.clock.fastForward(10_000);
}

async function expectFailure(page: Page, language: Language, kind: FailureKind): Promise<void> {
  const { copy } = language;
  const status = statusOf(page, language);
  // The SDK asks three times for a missing script before it gives up.
  const heading = status.getByRole('heading', { name: copy.errorTitle });
  await expect(heading).toBeVisible({ timeout: 15_000 });
  await expect(status).toContainText(copy.failures[kind].message);
  await expect(buttonOf(page, language, copy.failures[kind].action)).toBeEnabled();
  await expect(buttonOf(page, language, copy.start)).toBeEnabled();
  await language.expectOffer(page);
}

async function expectConversation(
  page: Page,
  language: Language,
  { ends, then }: Outcome,
): Promise<void> {
  const { copy } = language;
  if (then !== tapToHear) await expectLive(page, language);
  await then?.(page, language);
  if (!ends) await buttonOf(page, language, copy.end).click();
  await expect(statusOf(page, language)).toContainText(copy.ended);
  await expectReady(page, language);
}

async function tapToHear(page: Page, language: Language): Promise<void> {
  const { copy } = language;
  await expect(statusOf(page, language)).toContainText(copy.playbackBlocked);
  await buttonOf(page, language, copy.tapToHear).click();
  await expectLive(page, language);
  await expect(buttonOf(page, language, copy.tapToHear)).toHaveCount(0);
  const heard = () =>
    page
      .locator('audio[data-participant-id]')
      .evaluateAll((players) =>
        (players as HTMLAudioElement[]).some(
          ({ paused, currentTime }) => !paused && currentTime > 0,
        ),
      );
  await expect.poll(heard).toBe(true);
}

/** The filter's recovery switches the microphone on again; the visitor's wish has to win. */
async function stayMuted(page: Page, language: Language): Promise<void> {
  const { copy } = language;
  await buttonOf(page, language, copy.mute).click();
  await expect(statusOf(page, language)).toContainText(copy.youAreMuted);
  for (let checked = 0; checked < 10; checked += 1) {
    expect(await openTracks(page)).toEqual([{ enabled: false }]);
    await page.waitForTimeout(150);
  }
}

async function recover(page: Page, language: Language): Promise<void> {
  const { copy } = language;
  await expect(statusOf(page, language)).toContainText(copy.interrupted);
  await expect(statusOf(page, language)).not.toContainText(copy.interrupted);
  await expect(statusOf(page, language)).toContainText(copy.active);
}
