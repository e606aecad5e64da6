import type { Page } from '@playwright/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { callCopyEn as copy } from '@/lib/content/call-en';
import { CALL_REFUSALS, type CallRefusal, type FailureKind } from '@/lib/call/failures';
import type { ScenarioId } from '@/local/voice/scenarios';
import { type CallPage, refuseCalls, routeCalls } from '../call/call-page';
import { setPausedByDevice } from '../call/recorder';
import { expect } from '../support/test';

type Enter = (call: CallPage) => Promise<unknown>;

async function startConnecting(call: CallPage) {
  // The widget would give up after 25 s.
  await call.page.addInitScript(() => {
    const originalSetTimeout = window.setTimeout;
    window.setTimeout = ((run: TimerHandler, ms = 0) =>
      ms < 20_000 ? originalSetTimeout(run, ms) : 0) as typeof setTimeout;
  });
  await call.start('join-hanging');
  await expect(call.stage).toContainText(copy.connecting);
}

async function waitForGreeting(call: CallPage) {
  await call.startLive('silent');
  await expect(call.widget.getByRole('log').getByRole('paragraph').first()).toBeVisible();
}

/** Waits until the greeting is over, because its words come one by one. */
async function startLiveCall(call: CallPage) {
  await waitForGreeting(call);
  await expect(call.widget.getByText(copy.listening, { exact: true })).toBeVisible();
}

async function openSoundSettings(call: CallPage) {
  await startLiveCall(call);
  await call.press(copy.mute);
  await expect(call.stage).toContainText(copy.youAreMuted);
  await call.press(copy.sound);
  await expect(
    call.widget.getByRole('group', { name: copy.soundSettings, exact: true }),
  ).toBeVisible();
}

async function openTypeField(call: CallPage) {
  await waitForGreeting(call);
  await call.type('Move my appointment');
  const log = call.widget.getByRole('log');
  await expect(log).toContainText(copy.tools.note_in_crm.done);
  await expect(log).toContainText(lines.en.moved.at(-1) ?? '');
}

/** Starts a live call with a problem, and waits for the text that says so. */
const startTroubledCall =
  (scenario: ScenarioId, sentence: string): Enter =>
  async (call) => {
    await call.start(scenario);
    await expect(call.stage).toContainText(sentence);
  };

async function endCall(call: CallPage) {
  await call.startLive('silent');
  await call.press(copy.end);
  await expect(call.stage).toContainText(copy.endedBy.visitor);
}

/** Makes a call that is long enough for a receipt, and shows it. */
async function showReceipt(call: CallPage) {
  await call.page.clock.install();
  await waitForGreeting(call);
  await call.page.clock.fastForward(12_000);
  await call.press(copy.end);
  await expect(call.stage).toContainText(copy.receipt.rating);
}

const removeClipboard = ({ page }: CallPage) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));

async function copyByHand(call: CallPage) {
  await removeClipboard(call);
  await showReceipt(call);
  await call.press(copy.receipt.copy);
  await expect(
    call.page.getByRole('textbox', { name: copy.receipt.byHand, exact: true }),
  ).toBeFocused();
}

async function copyLinkByHand(call: CallPage) {
  await removeDevices(true)(call.page);
  await removeClipboard(call);
  await call.start('silent');
  const { label, byHand = '' } = copy.failures['unsupported-browser'].button!;
  await call.press(label);
  await expect(call.page.getByRole('textbox', { name: byHand, exact: true })).toBeFocused();
}

/** Starts a live call whose microphone the device pauses. */
async function pauseMicrophone(call: CallPage) {
  await startLiveCall(call);
  await setPausedByDevice(call.page, true);
  await expect(call.stage).toContainText(copy.microphonePaused);
}

const mockCallConfig = (answer: object) => (page: Page) =>
  routeCalls(page, 'GET', (route) => route.fulfill({ json: answer }));
const failRequests = (method: 'GET' | 'POST') => (page: Page) =>
  routeCalls(page, method, (route) => route.abort());
const createRefusal = (error: CallRefusal) => (page: Page) => refuseCalls(page, error);
const refuseMicrophone =
  (name: string, permission = 'denied') =>
  (page: Page) =>
    page.addInitScript(
      ([error, state]) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
        const status = Object.assign(new EventTarget(), { state });
        navigator.permissions.query = () => Promise.resolve(status as PermissionStatus);
      },
      [name, permission] as const,
    );
const removeDevices =
  (isSecure: boolean, userAgent = '') =>
  (page: Page) =>
    page.addInitScript(
      ([isSecureContext, agent]) => {
        Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
        Object.defineProperty(window, 'isSecureContext', { value: isSecureContext });
        if (agent) Object.defineProperty(navigator, 'userAgent', { value: agent });
      },
      [isSecure, userAgent] as const,
    );

type ShownFailureKind = Exclude<FailureKind, 'unknown'>;

type Cause = ScenarioId | ((page: Page) => Promise<unknown>);

/** The failures that our server's refusals lead to. */
const refusedCalls = Object.fromEntries(
  Object.entries(CALL_REFUSALS).map(([error, kind]) => [kind, createRefusal(error as CallRefusal)]),
) as Record<(typeof CALL_REFUSALS)[CallRefusal], Cause>;

/**
 * A scenario of the local voice provider that fails so, or what simulates the failure in the
 * browser or the network. `unknown` looks like the others.
 */
const failures: Record<ShownFailureKind, Cause> = {
  ...refusedCalls,
  'script-blocked': 'script-missing',
  'call-refused': 'join-refused',
  'connection-lost': 'network-lost',
  'assistant-failed': 'assistant-fault',
  'not-configured': mockCallConfig({ configured: false }),
  'init-failed': failRequests('GET'),
  'calls-off': mockCallConfig({
    configured: true,
    refusal: 'calls_off',
    assistantId: 'demo-en',
    maxSeconds: 300,
  }),
  'service-unreachable': failRequests('POST'),
  'microphone-denied': refuseMicrophone('NotAllowedError'),
  'microphone-denied-by-system': refuseMicrophone('NotAllowedError', 'granted'),
  'microphone-dismissed': refuseMicrophone('NotAllowedError', 'prompt'),
  'microphone-missing': refuseMicrophone('NotFoundError'),
  'microphone-busy': refuseMicrophone('NotReadableError'),
  'in-app-browser': removeDevices(true, 'Mozilla/5.0 Instagram'),
  'unsupported-browser': removeDevices(true),
  'insecure-context': removeDevices(false),
  'no-answer': (page: Page) => page.clock.install(),
};

/** Those that show without a press on Start. */
const immediateFailures: readonly ShownFailureKind[] = [
  'not-configured',
  'init-failed',
  'calls-off',
];

const failCall =
  (kind: ShownFailureKind): Enter =>
  async (call) => {
    const { page } = call;
    const cause = failures[kind];
    if (typeof cause !== 'string') await cause(page);
    if (immediateFailures.includes(kind)) {
      await page.goto('/');
      await page.locator('#phone-caller').scrollIntoViewIfNeeded();
    } else await call.start(typeof cause === 'string' ? cause : 'never-answers');
    if (kind === 'no-answer') {
      await expect.poll(async () => (await call.readRooms()).joined).toBe(1);
      await page.clock.fastForward(25_000);
    }
    await expect(call.stage).toContainText(copy.failures[kind].message);
  };

/** Failures of the quick form: one without any action, one with every action. */
const quickFailures: ShownFailureKind[] = ['quota-exhausted', 'microphone-missing'];

/** The states of a call on the landing page. */
export const callStates: { name: string; enter: Enter; errors?: string[]; isLong?: boolean }[] = [
  // 'personal page with a tracking error' shows it, too.
  { name: 'idle', enter: (call) => call.open('silent'), isLong: true },
  { name: 'connecting', enter: startConnecting },
  { name: 'live', enter: startLiveCall, isLong: true },
  { name: 'muted, with sound settings', enter: openSoundSettings },
  { name: 'typed words and visible work', enter: openTypeField },
  { name: 'ended', enter: endCall, isLong: true },
  { name: 'receipt', enter: showReceipt },
  { name: 'receipt, copied by hand', enter: copyByHand, isLong: true },
  { name: 'link, copied by hand', enter: copyLinkByHand, isLong: true },
  { name: 'paused by the device', enter: pauseMicrophone, isLong: true },
  {
    name: 'waiting for a tap to be heard',
    enter: startTroubledCall('playback-blocked', copy.playbackBlocked),
    errors: ['could not start assistant audio'],
    isLong: true,
  },
  {
    name: 'unheard',
    enter: startTroubledCall('silent-microphone', copy.unheard),
    isLong: true,
  },
  ...(Object.keys(failures) as ShownFailureKind[]).map((kind) => ({
    name: kind,
    enter: failCall(kind),
    // The network and the vendor's reports may fail; React must not.
    errors: ['Failed to load resource', 'sentry.io'],
    isLong: !quickFailures.includes(kind),
  })),
];
