import lines from '@/local/voice/lines.json' with { type: 'json' };
import { callCopyEn as copy } from '@/lib/content/call-en';
import type { FailureKind } from '@/lib/call/failures';
import type { ScenarioId } from '@/local/voice/scenarios';
import { CallPage, refuseCalls } from '../call/call-page';
import { setPausedByDevice } from '../call/recorder';
import { getCloseButton, getContactDialog, openForm } from '../contact/contact-form';
import { expect } from '../support/test';
import type { State, Visit } from './visit';

type Enter = (call: CallPage) => Promise<unknown>;

async function startConnecting(call: CallPage) {
  // The widget would give up after 25 s.
  await call.page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((run: TimerHandler, ms = 0) =>
      ms < 20_000 ? setTimeout(run, ms) : 0) as typeof window.setTimeout;
  });
  await call.start('join-hanging');
  await expect(call.stage).toContainText(copy.connecting);
}

/** Waits until the assistant has spoken, because its words come one by one. */
const waitForSilence = (call: CallPage) =>
  expect(call.widget.getByText(copy.listening, { exact: true })).toBeVisible();

async function startLiveCall(call: CallPage) {
  await call.startLive('silent');
  await expect(call.widget.getByRole('log').getByRole('paragraph').first()).toBeVisible();
  await waitForSilence(call);
}

async function openDialog(call: CallPage) {
  await call.page.clock.install();
  await call.startLive('silent');
  const dialog = await openForm(call.page);
  await expect(dialog.getByRole('region', { name: copy.active, exact: true })).toBeVisible();
}

async function openSoundSettings(call: CallPage) {
  await getCloseButton(getContactDialog(call.page)).click();
  await call.press(copy.mute);
  await expect(call.stage).toContainText(copy.youAreMuted);
  await waitForSilence(call);
  await call.press(copy.sound);
  await expect(call.widget.getByRole('slider')).toBeVisible();
}

async function openTypeField(call: CallPage) {
  await call.type('Move my appointment');
  const log = call.widget.getByRole('log');
  await expect(log).toContainText(copy.tools.note_in_crm.done);
  await expect(log).toContainText(lines.en.moved.at(-1) ?? '');
}

/** Ends a call that is long enough for a receipt, and shows it. */
async function showReceipt(call: CallPage) {
  await call.page.clock.fastForward(12_000);
  await call.press(copy.end);
  await expect(call.stage).toContainText(copy.receipt.rating);
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

/** Starts a live call whose microphone the device pauses. */
async function pauseMicrophone(call: CallPage) {
  await startLiveCall(call);
  await setPausedByDevice(call.page, true);
  await expect(call.stage).toContainText(copy.microphonePaused);
}

/** Starts a call in a browser that lacks this, and waits for the failure. */
const failWithout =
  (part: 'getUserMedia' | 'a microphone', kind: FailureKind): Enter =>
  async (call) => {
    await call.page.addInitScript((missing) => {
      const refuse = () => Promise.reject(new DOMException('', 'NotFoundError'));
      const value = missing === 'getUserMedia' ? undefined : refuse;
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    }, part);
    await call.start('silent');
    await expect(call.stage).toContainText(copy.failures[kind].message);
  };

async function copyLinkByHand(call: CallPage) {
  const { label, byHand = '' } = copy.failures['unsupported-browser'].button!;
  await failWithout('getUserMedia', 'unsupported-browser')(call);
  await call.press(label);
  await expect(call.page.getByRole('textbox', { name: byHand, exact: true })).toBeFocused();
}

async function refuseCall(call: CallPage) {
  await refuseCalls(call.page, 'provider_quota');
  await call.start('silent');
  await expect(call.stage).toContainText(copy.failures['quota-exhausted'].message);
}

const inCall = (name: string, enter: Enter, part = '#phone-caller'): State => ({
  name: `call: ${name}`,
  enter: (page) => enter(new CallPage(page)),
  part,
});

const inLongForm = (name: string, enter: Enter, ...errors: string[]): Visit => ({
  isLong: true,
  errors,
  states: [inCall(name, enter)],
});

/** The states of a call on the landing page; each failure looks like one of these. */
export const callVisits: Visit[] = [
  { states: [inCall('connecting', startConnecting)] },
  {
    states: [
      inCall('dialog', openDialog, '[open]'),
      inCall('muted, with sound settings', openSoundSettings),
      inCall('typed words and visible work', openTypeField),
      inCall('receipt', showReceipt),
    ],
  },
  // With `site.phone`, as in the tests of another brand, there is a number to dial, too.
  {
    states: [
      inCall('failed, with every way on', failWithout('a microphone', 'microphone-missing')),
    ],
  },
  // 'personal page with a tracking error' shows it, too.
  inLongForm('idle', (call) => call.open('silent')),
  inLongForm('live', startLiveCall),
  inLongForm('ended', endCall),
  inLongForm('paused by the device', pauseMicrophone),
  inLongForm(
    'waiting for a tap to be heard',
    startTroubledCall('playback-blocked', copy.playbackBlocked),
    'could not start assistant audio',
  ),
  inLongForm('unheard', startTroubledCall('silent-microphone', copy.unheard)),
  inLongForm('failed, without a new attempt', refuseCall, '/api/call'),
  inLongForm('failed, with a link to copy by hand', copyLinkByHand),
  inLongForm(
    'broken',
    startTroubledCall('network-lost', copy.failures['connection-lost'].message),
    'sentry.io',
  ),
];
