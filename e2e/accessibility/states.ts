import type { Page } from '@playwright/test';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import type { FailureKind } from '@/lib/call/failures';
import type { CallRefusal } from '@/lib/call/refusals';
import type { ScenarioId } from '@/local/voice/scenarios';
import { CallPage, refuseTickets } from '../call/call-page';
import { addProspect, createEmail } from '../support/database';
import { holdBack } from '../support/loading';
import { getSendButton, getSuccessDialog, openForm, sendForm } from '../contact/contact-form';
import { expect } from '../support/test';

interface State {
  name: string;
  /** Brings a new page into this state. */
  enter: (page: Page) => Promise<unknown>;
  /** Errors that the browser logs on the way, as substrings. */
  errors?: string[];
  /** Exists on small screens only. */
  needsNarrowScreen?: true;
  /** A selector of the part that differs from other states. */
  part?: string;
  /** Checked by the long form only: a quick state shows the same markup. */
  isLong?: boolean;
}

const visitPath = (path: string) => (page: Page) => page.goto(path, { waitUntil: 'networkidle' });
const buildPersonalPath = (assistant: string) =>
  `/outreach?contact_name=Jana&company_name=Firma&vapi_assistant_id=${assistant}`;

async function openMenu(page: Page) {
  await visitPath('/')(page);
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
  await expect(page.locator('#site-menu')).toBeVisible();
}

async function enterForm(page: Page) {
  await visitPath('/')(page);
  return openForm(page);
}

async function refuseForm(page: Page) {
  const dialog = await enterForm(page);
  await getSendButton(dialog).click();
  await expect(dialog.getByLabel('Service type')).toBeFocused();
}

async function enterAndSend(page: Page) {
  const dialog = await enterForm(page);
  await sendForm(dialog, { message: 'We copy leads by hand.' });
  return dialog;
}

async function keepSending(page: Page) {
  await page.route('**/api/contact', () => {});
  const dialog = await enterAndSend(page);
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
}

async function failToSend(page: Page) {
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: 'internal', message: 'It failed.' } }),
  );
  const dialog = await enterAndSend(page);
  await expect(dialog.getByRole('alert')).toContainText('It failed.');
}

async function sendSuccessfully(page: Page) {
  await enterAndSend(page);
  await expect(getSuccessDialog(page)).toBeVisible();
}

/** Closes the dialog after the network error; then the request is stored after all. */
async function storeAfterTimeout(page: Page) {
  const answer = await holdBack(page, '**/api/contact');
  await page.clock.install();
  const dialog = await enterAndSend(page);
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await page.clock.fastForward(10_000);
  await dialog.getByRole('button', { name: 'Close' }).click();
  answer();
  await expect(page.locator('.late-success')).toBeVisible();
}

/** Posts the form of the page without dialog, as a browser without script does. */
const postPlainForm =
  (heading: string, email = createEmail()) =>
  async (page: Page) => {
    await visitPath('/contact')(page);
    await sendForm(page.getByRole('main'), { service: 'Other', email });
    await expect(page.getByText(heading)).toBeVisible();
  };

const copy = callCopyEn;
const getCall = (page: Page) => new CallPage(page);

async function startConnecting(page: Page) {
  // The widget would give up after 25 s.
  await page.addInitScript(() => {
    const originalSetTimeout = window.setTimeout;
    window.setTimeout = ((run: TimerHandler, ms = 0) =>
      ms < 20_000 ? originalSetTimeout(run, ms) : 0) as typeof setTimeout;
  });
  await getCall(page).start('join-hanging');
  await expect(getCall(page).stage).toContainText(copy.connecting);
}

async function waitForGreeting(page: Page) {
  await getCall(page).startLive('silent');
  const widget = getCall(page).widget;
  await expect(widget.getByRole('log').getByRole('paragraph').first()).toBeVisible();
}

/** Waits until the greeting is over, because its words come one by one. */
async function startLiveCall(page: Page) {
  await waitForGreeting(page);
  await expect(getCall(page).widget.getByText(copy.listening)).toBeVisible();
}

async function muteCall(page: Page) {
  await startLiveCall(page);
  await getCall(page).press(copy.mute);
  await expect(getCall(page).stage).toContainText(copy.youAreMuted);
}

async function openSoundSettings(page: Page) {
  await muteCall(page);
  await getCall(page).press(copy.sound);
  await expect(getCall(page).widget.getByRole('group', { name: copy.soundSettings })).toBeVisible();
}

async function openTypeField(page: Page) {
  await waitForGreeting(page);
  await getCall(page).type('Move my appointment');
  const log = getCall(page).widget.getByRole('log');
  await expect(log).toContainText(copy.tools.note_in_crm.done);
  await expect(log).toContainText(lines.en.moved.at(-1) ?? '');
}

/** Starts a live call with a problem, and waits for the text that says so. */
const createTroubledCall = (scenario: ScenarioId, sentence: string) => async (page: Page) => {
  await getCall(page).start(scenario);
  await expect(getCall(page).stage).toContainText(sentence);
};

async function endCall(page: Page) {
  await getCall(page).startLive('silent');
  await getCall(page).press(copy.end);
  await expect(getCall(page).stage).toContainText(copy.endedBy.visitor);
}

/** Makes a call that is long enough for a receipt, and shows it. */
async function showReceipt(page: Page) {
  await page.clock.install();
  await waitForGreeting(page);
  await page.clock.fastForward(12_000);
  await getCall(page).press(copy.end);
  await expect(getCall(page).stage).toContainText(copy.receipt.rating);
}

async function copyByHand(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await showReceipt(page);
  await getCall(page).press(copy.receipt.copy);
  await expect(page.getByRole('textbox', { name: copy.receipt.byHand })).toBeFocused();
}

async function copyLinkByHand(page: Page) {
  await removeDevices(true)(page);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await getCall(page).start('silent');
  const { label, byHand = '' } = copy.failures['unsupported-browser'].button!;
  await getCall(page).press(label);
  await expect(page.getByRole('textbox', { name: byHand })).toBeFocused();
}

/** Starts a live call whose microphone the device pauses. */
async function pauseMicrophone(page: Page) {
  await startLiveCall(page);
  await page.evaluate(() => {
    const track = window.calls.tracks.find(({ readyState }) => readyState === 'live')!;
    Object.defineProperty(track, 'muted', { value: true });
    track.dispatchEvent(new Event('mute'));
  });
  await expect(getCall(page).stage).toContainText(copy.microphonePaused);
}

/** The kinds of failure that a scenario of the local voice provider causes. */
const scenarioFailures = {
  'key-rejected': 'wrong-key',
  'assistant-unknown': 'bad-request',
  'quota-exhausted': 'payment-required',
  'service-failed': 'server-error',
  'script-blocked': 'script-missing',
  'call-refused': 'join-refused',
  'connection-lost': 'network-lost',
  'assistant-failed': 'assistant-fault',
} satisfies Partial<Record<FailureKind, ScenarioId>>;
const mockCallConfig = (answer: object) => (page: Page) =>
  page.route('**/api/call-config', (route) => route.fulfill({ json: answer }));
const failRequests = (path: string) => (page: Page) => page.route(path, (route) => route.abort());
const createTicketRefusal = (error: CallRefusal) => (page: Page) => refuseTickets(page, error);
const refuseMicrophone =
  (name: string, permission = 'denied', userAgent = '') =>
  (page: Page) =>
    page.addInitScript(
      ([error, state, agent]) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
        const status = Object.assign(new EventTarget(), { state });
        navigator.permissions.query = () => Promise.resolve(status as PermissionStatus);
        if (agent) Object.defineProperty(navigator, 'userAgent', { value: agent });
      },
      [name, permission, userAgent] as const,
    );
const removeDevices = (isSecure: boolean) => (page: Page) =>
  page.addInitScript((isSecureContext) => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
    Object.defineProperty(window, 'isSecureContext', { value: isSecureContext });
  }, isSecure);
/** The other kinds of failure, each with what simulates it in the browser or the network. */
const simulatedFailures = {
  'not-configured': mockCallConfig({ configured: false }),
  'init-failed': failRequests('**/api/call-config'),
  'calls-off': mockCallConfig({
    configured: true,
    refusal: 'calls_off',
    assistantId: 'demo-en',
    maxSeconds: 300,
  }),
  'start-failed': createTicketRefusal('ticket_refused'),
  'service-busy': createTicketRefusal('calls_busy'),
  'calls-spent': createTicketRefusal('calls_spent'),
  'service-unreachable': failRequests('**/api/call/ticket'),
  'microphone-denied': refuseMicrophone('NotAllowedError'),
  'microphone-dismissed': refuseMicrophone('NotAllowedError', 'prompt'),
  'microphone-missing': refuseMicrophone('NotFoundError'),
  'microphone-busy': refuseMicrophone('NotReadableError'),
  'in-app-browser': refuseMicrophone('NotAllowedError', 'denied', 'Mozilla/5.0 Instagram'),
  'unsupported-browser': removeDevices(true),
  'insecure-context': removeDevices(false),
  'no-answer': (page: Page) => page.clock.install(),
} satisfies Partial<Record<FailureKind, (page: Page) => Promise<unknown>>>;

type ShownFailureKind = keyof typeof scenarioFailures | keyof typeof simulatedFailures;
// Fails the type check if a kind is missing, except `unknown`, which looks like the others.
true satisfies Exclude<FailureKind, ShownFailureKind> extends 'unknown' ? true : never;

/** Those that show without a press on Start. */
const immediateFailures: readonly ShownFailureKind[] = [
  'not-configured',
  'init-failed',
  'calls-off',
];

const createFailingCall = (kind: ShownFailureKind) => async (page: Page) => {
  if (kind in simulatedFailures)
    await simulatedFailures[kind as keyof typeof simulatedFailures](page);
  if (immediateFailures.includes(kind)) {
    await page.goto('/');
    await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  } else {
    await getCall(page).start(
      scenarioFailures[kind as keyof typeof scenarioFailures] ?? 'never-answers',
    );
    if (kind === 'no-answer') {
      await expect.poll(async () => (await getCall(page).readRooms()).joined).toBe(1);
      await page.clock.fastForward(25_000);
    }
  }
  await expect(getCall(page).stage).toContainText(copy.failures[kind].message);
};
/** Failures of the quick form: one without any action, one with every action. */
const quickFailures: ShownFailureKind[] = ['quota-exhausted', 'microphone-missing'];
const failures = Object.keys({ ...scenarioFailures, ...simulatedFailures }) as ShownFailureKind[];

async function reachThanks(page: Page) {
  await addProspect('silent-cs-instant');
  await visitPath(buildPersonalPath('silent-cs-instant'))(page);
  await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
  await page.getByRole('button', { name: callCopyCs.end, exact: true }).click();
  await expect(page.getByText('Děkujeme za vyzkoušení!')).toBeVisible();
}

async function openPersonal(page: Page) {
  await visitPath(buildPersonalPath('demo-cs'))(page);
  // React starts with the first interaction, such as scrolling, and would replace what is being
  // measured.
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-waits]')).toHaveCount(0);
}

async function failVisit(page: Page) {
  await page.route('**/api/visit', (route) => route.abort());
  await openPersonal(page);
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
}

const callStates: State[] = [
  // 'personal page with a tracking error' shows it, too.
  { name: 'call: idle', enter: (page) => getCall(page).open('silent'), isLong: true },
  { name: 'call: connecting', enter: startConnecting },
  { name: 'call: live', enter: startLiveCall, isLong: true },
  { name: 'call: muted, with sound settings', enter: openSoundSettings },
  { name: 'call: typed words and visible work', enter: openTypeField },
  { name: 'call: ended', enter: endCall, isLong: true },
  { name: 'call: receipt', enter: showReceipt },
  { name: 'call: receipt, copied by hand', enter: copyByHand, isLong: true },
  { name: 'call: link, copied by hand', enter: copyLinkByHand, isLong: true },
  { name: 'call: paused by the device', enter: pauseMicrophone, isLong: true },
  {
    name: 'call: waiting for a tap to be heard',
    enter: createTroubledCall('playback-blocked', copy.playbackBlocked),
    errors: ['could not start assistant audio'],
    isLong: true,
  },
  {
    name: 'call: unheard',
    enter: createTroubledCall('silent-microphone', copy.unheard),
    isLong: true,
  },
  ...failures.map((kind) => ({
    name: `call: ${kind}`,
    enter: createFailingCall(kind),
    // call/scenarios.spec.ts has what a failure may log.
    errors: [''],
    isLong: !quickFailures.includes(kind),
  })),
];

export const states: State[] = [
  { name: 'landing page', enter: visitPath('/') },
  { name: 'menu', enter: openMenu, needsNarrowScreen: true, part: 'header' },
  { name: 'dialog', enter: enterForm, part: '[open]', isLong: true },
  { name: 'dialog with errors', enter: refuseForm, part: '[open]' },
  { name: 'dialog while sending', enter: keepSending, part: '[open]', isLong: true },
  { name: 'dialog that failed', enter: failToSend, part: '[open]', errors: ['status of 500'] },
  { name: 'dialog after sending', enter: sendSuccessfully, part: '[open]' },
  { name: 'dialog closed before the success', enter: storeAfterTimeout, part: '.late-success' },
  { name: 'form without dialog', enter: visitPath('/contact'), isLong: true },
  {
    name: 'form without dialog, with errors',
    enter: postPlainForm('Please enter a valid email address', 'no address'),
    errors: ['status of 422'],
    isLong: true,
  },
  {
    name: 'form without dialog, after sending',
    enter: postPlainForm('Message Sent Successfully!'),
    isLong: true,
  },
  {
    name: 'form without dialog, sent without cookies',
    enter: visitPath('/contact?outcome=sent'),
    isLong: true,
  },
  {
    name: 'form without dialog, not sent without cookies',
    enter: visitPath('/contact?outcome=not-sent&error=unavailable'),
    isLong: true,
  },
  ...callStates.map((state) => ({ ...state, part: '#phone-caller' })),
  // 'personal page with a tracking error' shows the same page.
  { name: 'personal page', enter: openPersonal, isLong: true },
  { name: 'personal page without an assistant', enter: visitPath('/outreach?contact_name=Jana') },
  { name: 'personal page with a tracking error', enter: failVisit, errors: ['ERR_FAILED'] },
  { name: 'personal page after a call', enter: reachThanks },
  { name: 'privacy notice', enter: visitPath('/privacy') },
  {
    name: 'unknown address',
    enter: visitPath('/no-such-page'),
    errors: ['status of 404'],
    isLong: true,
  },
  { name: 'thrown error', enter: visitPath('/fault'), errors: ['status of 500', 'Error'] },
];
