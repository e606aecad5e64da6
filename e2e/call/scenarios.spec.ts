import type { Page } from '@playwright/test';
import type { ScenarioId } from '../../local/voice/scenarios';
import type { FailureKind } from '../../lib/content/call-copy';
import { expect, long, waitUntilSettled } from '../support/test';
import {
  getButton,
  getEndReason,
  english,
  expectLive,
  expectEverythingReleased,
  expectReady,
  languages,
  listOpenTracks,
  readRooms,
  startCall,
  startCallWithStoppedClock,
  getStage,
  test,
  getWidget,
  type Language,
} from './harness';

// Animations are not under test here, and drawing them takes most of the machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Outcome {
  /** The failure that the visitor sees; without one the call starts. */
  failure?: FailureKind;
  /** Whether the visitor may have joined the room before the call failed. */
  joinsRoom?: boolean;
  /** The call had begun when it failed. */
  hasBegun?: true;
  /** The call ends normally, without a failure. */
  endsNormally?: true;
  /** Nothing more happens, so the widget gives up after its own timeout. */
  silentStep?: 'script' | 'joining' | 'joined';
  /** What the browser itself logs: the answers and reports that the scenario is about. */
  errors?: string[];
  /** The script reports its failure to its vendor, which the page's policy does not allow. */
  reportsToVendor?: true;
  /** What happens during a call. */
  continueCall?: (page: Page, language: Language) => Promise<void>;
}

/** The provider gives our server no room, which tells the browser why. */
const createRefusedOutcome = (failure: FailureKind): Outcome => ({
  failure,
  errors: ['/api/call/web'],
});

const outcomes: Record<Exclude<ScenarioId, 'silent-microphone'>, Outcome> = {
  demo: {},
  brief: {},
  silent: {},

  'wrong-key': createRefusedOutcome('key-rejected'),
  'bad-request': createRefusedOutcome('assistant-unknown'),
  'payment-required': createRefusedOutcome('quota-exhausted'),
  'over-limit': createRefusedOutcome('service-busy'),
  'unknown-assistant': createRefusedOutcome('assistant-unknown'),
  'server-error': createRefusedOutcome('service-failed'),
  unreachable: createRefusedOutcome('service-failed'),
  'empty-body': createRefusedOutcome('service-failed'),
  'no-json': createRefusedOutcome('service-failed'),
  'slow-request': {},

  'script-missing': { failure: 'script-blocked', errors: ['status of 404'], reportsToVendor: true },
  'script-hanging': { failure: 'no-answer', silentStep: 'script' },
  'script-inert': { failure: 'no-answer', silentStep: 'script' },
  'slow-script': {},

  'no-room': { failure: 'call-refused', reportsToVendor: true },
  'join-refused': { failure: 'call-refused' },
  'join-hanging': { failure: 'no-answer', silentStep: 'joining' },
  'slow-join': {},
  'microphone-denied': { failure: 'microphone-denied', joinsRoom: true },
  'microphone-missing': { failure: 'microphone-missing', joinsRoom: true },
  'microphone-busy': { failure: 'microphone-busy', joinsRoom: true },

  'never-answers': { failure: 'no-answer', joinsRoom: true, silentStep: 'joined' },
  'never-listens': { failure: 'no-answer', joinsRoom: true, silentStep: 'joined' },
  'slow-assistant': {},
  'ejected-early': { failure: 'call-refused', joinsRoom: true },
  'ended-early': { failure: 'call-refused', joinsRoom: true },
  'playback-blocked': { errors: ['could not start assistant audio'], continueCall: tapToHear },

  'noise-filter-fails': {},
  'noise-filter-drops': { continueCall: expectToStayMuted },
  'meter-fails': {},
  ejected: { endsNormally: true },
  'hung-up': { endsNormally: true },
  'ended-open-room': { endsNormally: true },
  'assistant-leaves': { endsNormally: true },
  'assistant-fault': { failure: 'assistant-failed', joinsRoom: true, hasBegun: true },
  'time-limit': { endsNormally: true },
  'network-interrupted': { continueCall: expectToRecover },
  'network-lost': {
    failure: 'connection-lost',
    joinsRoom: true,
    hasBegun: true,
    reportsToVendor: true,
  },
};

/**
 * One scenario for each kind of display: an immediate failure, one that is solved in the browser,
 * one by the widget's own timeout, one in a live call, a call that continues, and the two calls
 * that the page ends because the provider leaves the room open. The sentence of each failure, and
 * the failure of each scenario, are unit tests (call-copy.test.ts, sdk-errors.test.ts).
 */
const quickScenarios = new Set<string>([
  'wrong-key',
  'microphone-denied',
  'never-answers',
  'network-lost',
  'playback-blocked',
  'noise-filter-drops',
  'network-interrupted',
  'ended-open-room',
  'assistant-leaves',
]);

for (const language of languages) {
  test.describe(language.id, () => {
    for (const [scenario, outcome] of Object.entries<Outcome>(outcomes)) {
      const testDetails = language === english && quickScenarios.has(scenario) ? {} : long;
      test(
        `${scenario} ${formatSummary(outcome)}`,
        testDetails,
        async ({ page, expectedErrors, expectedViolations }) => {
          expectedErrors.push(...(outcome.errors ?? []));
          if (outcome.reportsToVendor) {
            expectedErrors.push('sentry.io');
            expectedViolations.push('sentry.io');
          }
          if (outcome.silentStep) await page.clock.install();
          const loaded = page.waitForRequest('**/call-machine.js*').catch(() => undefined);
          const needsClock = outcome.endsNormally || outcome.continueCall === expectToRecover;
          await (needsClock ? startCallWithStoppedClock : startCall)(page, language, scenario);
          if (outcome.silentStep === 'script') await loaded;
          else if (outcome.silentStep) {
            const { silentStep } = outcome;
            await expect.poll(async () => (await readRooms(page))[silentStep]).toBe(1);
          }
          if (outcome.silentStep) await runIntoSilence(page, language);
          if (outcome.failure)
            await expectFailure(page, language, outcome.failure, outcome.hasBegun);
          else await expectConversation(page, language, outcome);
          await expectEverythingReleased(page);
          if (outcome.failure && !outcome.joinsRoom)
            expect(await readRooms(page)).toMatchObject({ joined: 0 });
        },
      );
    }

    test(
      'silent-microphone shows the hint until another microphone is chosen',
      long,
      async ({ page }) => {
        const { copy } = language;
        await page.clock.install();
        await startCall(page, language, 'silent-microphone');
        await expectLive(page, language);
        await expect(async () => {
          // Over the greeting, then over the silence after it.
          await page.clock.fastForward(7_000);
          await expect(getStage(page, language)).toContainText(copy.unheard, { timeout: 1_000 });
        }).toPass();
        const picker = getWidget(page, language).getByLabel(copy.microphone, { exact: true });
        await expect(picker).toBeVisible();
        await picker.selectOption({ index: 1 });
        await expect(getStage(page, language)).not.toContainText(copy.unheard);
        expect(await listOpenTracks(page)).toEqual([{ enabled: true }]);
        await getButton(page, language, copy.end).click();
        await expectReady(page, language);
        await expectEverythingReleased(page);
      },
    );
  });
}

function formatSummary({ failure, endsNormally: ends, silentStep }: Outcome): string {
  if (failure) return `${silentStep ? 'times out: ' : 'fails: '}${failure}`;
  return ends ? 'ends the call normally' : 'starts a call that the visitor ends';
}

/** The provider does nothing: the widget's own timeout decides. */
async function runIntoSilence(page: Page, language: Language): Promise<void> {
  const connecting = language.copy.connecting;
  await page.clock.fastForward(15_000);
  await expect(getStage(page, language)).toContainText(connecting);
  await page.clock.fastForward(10_000);
}

async function expectFailure(
  page: Page,
  language: Language,
  kind: FailureKind,
  hasBegun = false,
): Promise<void> {
  const { copy } = language;
  const status = getStage(page, language);
  // The personal page shows a receipt of every call that had begun, with the way to call again.
  const isThanked = hasBegun && language !== english;
  const title = isThanked
    ? status.getByText('Děkujeme za vyzkoušení!')
    : status.getByRole('heading', { name: copy.errorTitle });
  // The SDK asks three times for a missing script before it gives up.
  await expect(title).toBeVisible();
  await expect(status).toContainText(copy.failures[kind].message);
  const restartLabel = isThanked ? copy.start : copy.failures[kind].button?.label;
  if (restartLabel) await expect(getButton(page, language, restartLabel)).toBeEnabled();
  // Without a receipt there is one message and one main action.
  if (!isThanked) await expect(status).not.toContainText(copy.ready);
  await language.expectOffer(page);
}

async function expectConversation(
  page: Page,
  language: Language,
  { endsNormally: ends, continueCall }: Outcome,
): Promise<void> {
  const { copy } = language;
  if (!ends && !continueCall) await expectLive(page, language);
  await continueCall?.(page, language);
  if (ends) await page.clock.resume();
  else await getButton(page, language, copy.end).click();
  await expect(getStage(page, language)).toContainText(getEndReason(language));
  await expectReady(page, language);
}

async function tapToHear(page: Page, language: Language): Promise<void> {
  const { copy } = language;
  await expect(getStage(page, language)).toContainText(copy.playbackBlocked);
  await getButton(page, language, copy.tapToHear).click();
  await expectLive(page, language);
  await expect(getButton(page, language, copy.tapToHear)).toHaveCount(0);
  const isHeard = () =>
    page
      .locator('audio[data-participant-id]')
      .evaluateAll((players) =>
        (players as HTMLAudioElement[]).some(
          ({ paused, currentTime }) => !paused && currentTime > 0,
        ),
      );
  await expect.poll(isHeard).toBe(true);
}

/**
 * The SDK's recovery of the noise filter switches the microphone on; a muted call must stay muted.
 */
async function expectToStayMuted(page: Page, language: Language): Promise<void> {
  const { copy } = language;
  await expectLive(page, language);
  await getButton(page, language, copy.mute).click();
  await expect(getStage(page, language)).toContainText(copy.youAreMuted);
  const { length } = await page.evaluate(() => window.calls.enabledChanges);
  const isAnswered = () =>
    page.evaluate(() => {
      const { messages } = window.calls;
      return messages.slice(messages.lastIndexOf('nonfatal-error') + 1).includes('local-audio');
    });
  await expect.poll(() => page.evaluate(() => window.calls.messages)).toContain('nonfatal-error');
  await expect.poll(isAnswered).toBe(true);
  await waitUntilSettled(page);
  const since = await page.evaluate((from) => window.calls.enabledChanges.slice(from), length);
  expect(since).not.toContain(true);
  expect(await listOpenTracks(page)).toEqual([{ enabled: false }]);
}

async function expectToRecover(page: Page, language: Language): Promise<void> {
  const { copy } = language;
  await page.clock.runFor(1_500);
  await expect(getStage(page, language)).toContainText(copy.interrupted);
  await page.clock.resume();
  await expect(getStage(page, language)).not.toContainText(copy.interrupted);
  await expect(getStage(page, language)).toContainText(copy.active);
}
