import { TEXTS } from '@/lib/content/languages';
import { REFUSED_CALLS, type ScenarioId } from '@/local/voice/scenarios';
import type { FailureKind } from '@/lib/call/failures';
import { waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';
import { type CallPage, english, languages, test } from './call-page';

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
  continueCall?: (call: CallPage) => Promise<void>;
}

/** The provider gives our server no room, which tells the browser why. */
const refusedOutcomes = Object.fromEntries(
  Object.entries(REFUSED_CALLS).map(([id, { failure }]) => [
    id,
    { failure, errors: ['/api/call'] },
  ]),
) as Record<keyof typeof REFUSED_CALLS, Outcome>;

const outcomes: Record<Exclude<ScenarioId, 'silent-microphone'>, Outcome> = {
  ...refusedOutcomes,

  demo: {},
  brief: {},
  silent: {},

  'slow-request': {},

  'script-missing': { failure: 'script-blocked', errors: ['status of 404'], reportsToVendor: true },
  'script-hanging': { failure: 'no-answer', silentStep: 'script' },
  'script-inert': { failure: 'no-answer', silentStep: 'script' },

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

  'noise-filter-drops': { continueCall: expectToStayMuted },
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
 * the failure of each scenario, are unit tests (languages.test.ts, sdk-events.test.ts).
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
  test.describe(language.code, () => {
    test.use({ language });

    for (const [scenario, outcome] of Object.entries<Outcome>(outcomes)) {
      const testDetails = language === english && quickScenarios.has(scenario) ? {} : long;
      test(
        `${scenario} ${formatSummary(outcome)}`,
        testDetails,
        async ({ page, call, expectedErrors, expectedViolations }) => {
          expectedErrors.push(...(outcome.errors ?? []));
          if (outcome.reportsToVendor) {
            expectedErrors.push('sentry.io');
            expectedViolations.push('sentry.io');
          }
          if (outcome.silentStep) await page.clock.install();
          const loaded = page.waitForRequest('**/call-machine.js*').catch(() => undefined);
          const needsClock = outcome.endsNormally || outcome.continueCall === expectToRecover;
          await (needsClock ? call.startWithStoppedClock(scenario) : call.start(scenario));
          if (outcome.silentStep === 'script') await loaded;
          else if (outcome.silentStep) {
            const { silentStep } = outcome;
            await expect.poll(async () => (await call.readRooms())[silentStep]).toBe(1);
          }
          if (outcome.silentStep) await runIntoSilence(call);
          if (outcome.failure) await expectFailure(call, outcome.failure, outcome.hasBegun);
          else await expectConversation(call, outcome);
          await call.expectReleased();
          if (outcome.failure && !outcome.joinsRoom)
            expect(await call.readRooms()).toMatchObject({ joined: 0 });
        },
      );
    }

    test(
      'silent-microphone shows the hint until another microphone is chosen',
      long,
      async ({ page, call }) => {
        const { copy } = language;
        await page.clock.install();
        await call.startLive('silent-microphone');
        await expect(async () => {
          // Over the greeting, then over the silence after it.
          await page.clock.fastForward(7_000);
          await expect(call.stage).toContainText(copy.unheard, { timeout: 1_000 });
        }).toPass();
        const picker = call.widget.getByRole('combobox', { name: copy.microphone, exact: true });
        await expect(picker).toBeVisible();
        await picker.selectOption({ index: 1 });
        await expect(call.stage.getByText(copy.unheard, { exact: true })).toHaveCount(0);
        expect(await call.listOpenTracks()).toEqual([{ enabled: true }]);
        await call.press(copy.end);
        await call.expectReady();
        await call.expectReleased();
      },
    );
  });
}

function formatSummary({ failure, endsNormally: ends, silentStep }: Outcome): string {
  if (failure) return `${silentStep ? 'times out: ' : 'fails: '}${failure}`;
  return ends ? 'ends the call normally' : 'starts a call that the visitor ends';
}

/** The provider does nothing: the widget's own timeout decides. */
async function runIntoSilence({ page, stage, copy }: CallPage): Promise<void> {
  await page.clock.fastForward(15_000);
  await expect(stage).toContainText(copy.connecting);
  await page.clock.fastForward(10_000);
}

async function expectFailure(call: CallPage, kind: FailureKind, hasBegun = false): Promise<void> {
  const { copy, language, stage } = call;
  // The SDK asks three times for a missing script before it gives up.
  await expect(stage.getByRole('heading', { name: copy.errorTitle, exact: true })).toBeVisible();
  await expect(stage).toContainText(copy.failures[kind].message);
  const restartLabel = copy.failures[kind].button?.label;
  if (restartLabel) await expect(call.getButton(restartLabel)).toBeEnabled();
  await expect(stage.getByText(copy.ready, { exact: true })).toHaveCount(0);
  // The personal page thanks for every call that had begun.
  if (language !== english) {
    const { thanks } = TEXTS[language.code].page.afterCall;
    await expect(stage.getByText(thanks.title, { exact: true })).toHaveCount(hasBegun ? 1 : 0);
  }
  // No call of these scenarios is long enough to be rated.
  await expect(stage.locator('.stage-controls [role="group"]')).toHaveCount(0);
  await language.expectOffer(call);
}

async function expectConversation(
  call: CallPage,
  { endsNormally: ends, continueCall }: Outcome,
): Promise<void> {
  const { copy } = call;
  if (!ends && !continueCall) await call.expectLive();
  await continueCall?.(call);
  if (ends) await call.page.clock.resume();
  else await call.press(copy.end);
  await expect(call.stage).toContainText(call.endReason);
  await call.expectReady();
}

async function tapToHear(call: CallPage): Promise<void> {
  const { copy, page } = call;
  await expect(call.stage).toContainText(copy.playbackBlocked);
  await call.press(copy.tapToHear);
  await call.expectLive();
  await expect(call.getButton(copy.tapToHear)).toHaveCount(0);
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
async function expectToStayMuted(call: CallPage): Promise<void> {
  const { copy, page } = call;
  await call.expectLive();
  await call.press(copy.mute);
  await expect(call.stage).toContainText(copy.youAreMuted);
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
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
}

async function expectToRecover(call: CallPage): Promise<void> {
  const { copy, page } = call;
  await page.clock.runFor(1_500);
  await expect(call.stage).toContainText(copy.interrupted);
  await page.clock.resume();
  await expect(call.stage.getByText(copy.interrupted, { exact: true })).toHaveCount(0);
  await expect(call.stage).toContainText(copy.active);
}
