import { act, fireEvent, screen, within } from '@testing-library/react';
import { callCopyEn } from '@/lib/content/call-en';
import type { CallCopy } from '@/lib/content/call-en';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';
import { FAILURE_KINDS } from '@/lib/call/failures';
import { CallView } from '@/components/call/call-view';
import { formatMaxDuration } from '@/components/call/examples';
import {
  readAnnouncements,
  giveAnswers,
  getButton,
  click,
  config,
  connect,
  sendTranscript,
  setUpWidget,
  renderReadyWidget,
  renderWidget,
  performStep,
  reports,
  world,
  renderLiveCall,
} from './widget-fixture';
import { renderInCall } from './render-in-call';

setUpWidget();

// Testing Library turns no-break spaces into plain ones in the page, but not in the text it looks
// for.
const replaceNoBreakSpaces = (copy: CallCopy): CallCopy =>
  JSON.parse(JSON.stringify(copy).replaceAll('\u00a0', ' ')) as CallCopy;

const listDrawings = (element: HTMLElement) =>
  [...element.querySelectorAll('use')].map((use) => use.getAttribute('href')?.split('#')[1]);

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  const copy = replaceNoBreakSpaces(TEXTS[language].call);
  it('shows the time limit, first the page’s and then the server’s', async () => {
    renderWidget(copy, { maxSeconds: 420 });
    expect(screen.getByText(formatMaxDuration(copy, 420))).toBeVisible();
    await performStep();
    expect(screen.getByText(formatMaxDuration(copy, 300))).toBeVisible();
  });

  it('starts disabled, with the disclosure and the privacy notice in sight', async () => {
    renderWidget(copy);
    expect(screen.getByText(copy.initialising)).toBeVisible();
    expect(document.querySelector('.stage-spinner')).toBeNull();
    expect(getButton(copy.start)).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(copy.disclosure)).toBeVisible();
    expect(screen.getByRole('link', { name: copy.privacyLink })).toHaveAttribute(
      'href',
      copy.privacyHref,
    );
    await performStep();
    expect(screen.getByText(copy.ready)).toBeVisible();
    expect(getButton(copy.start)).not.toHaveAttribute('aria-disabled');
  });

  it('goes through connecting to a call and back, each announced once', async () => {
    await renderReadyWidget(copy);
    await click(copy.start);
    expect(screen.getByText(copy.connecting)).toBeVisible();
    expect(screen.getByText(copy.askingForMicrophone)).toBeVisible();
    expect(readAnnouncements()).toBe(`${copy.connecting}${copy.askingForMicrophone}`);
    await performStep(() => world.answerPrompt());
    expect(screen.queryByText(copy.askingForMicrophone)).toBeNull();
    await giveAnswers(1);
    expect(readAnnouncements()).toBe(copy.active);
    expect(screen.getByRole('timer', { name: copy.elapsed })).toHaveTextContent('00:00');
    expect(screen.getByText(copy.listening)).toBeVisible();
    // The icon next to it.
    expect(screen.getByText(copy.listening).parentElement?.childElementCount).toBe(2);
    jest.setSystemTime(Date.now() + 64_000);
    await performStep(undefined, 1_000);
    expect(screen.getByRole('timer')).toHaveTextContent('01:05');
    expect(readAnnouncements()).toBe(copy.active);
    // The dot next to it.
    expect(screen.getByText(copy.active).parentElement?.childElementCount).toBe(2);
    await click(copy.end);
    expect(screen.getByText(copy.ready)).toBeVisible();
    expect(readAnnouncements()).toBe(copy.endedBy.visitor);
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('is never ready while calls are switched off', async () => {
    config.refusal = 'calls_off';
    await renderReadyWidget(copy, { failureAction: <button type="button">Book a session</button> });
    expect(readAnnouncements()).toBe(`${copy.errorTitle}${copy.failures['calls-off'].message}`);
    expect(screen.queryByRole('button', { name: copy.start })).toBeNull();
    expect(getButton('Book a session')).toBeEnabled();
    config.refusal = null;
  });

  it('mutes and unmutes with one toggle button', async () => {
    await renderLiveCall(copy);
    expect(getButton(copy.mute)).toHaveAttribute('aria-pressed', 'false');
    expect(listDrawings(getButton(copy.mute))).toEqual(['microphone']);
    await click(copy.mute);
    expect(getButton(copy.muted)).toHaveAttribute('aria-pressed', 'true');
    expect(listDrawings(getButton(copy.muted))).toEqual(['microphone-off']);
    expect(readAnnouncements()).toBe(`${copy.active}${copy.youAreMuted}`);
    await click(copy.muted);
    expect(readAnnouncements()).toBe(copy.active);
  });

  it.each(FAILURE_KINDS)('says what to do about %s', (kind) => {
    const failure = { kind, phase: 'dialling' } as const;
    const { session } = renderInCall(
      <CallView state={{ status: 'idle', failure, ended: null }} />,
      { copy, failureAction: <button type="button">Book a session</button> },
    );
    const title = screen.getByRole('heading', { name: copy.errorTitle });
    expect(listDrawings(title)).toEqual(['warning']);
    expect(screen.getByText(copy.failures[kind].message)).toBeVisible();
    const { button: offered } = copy.failures[kind];
    if (offered) expect(getButton(offered.label)).toBeEnabled();
    expect(getButton('Book a session')).toBeVisible();
    const typing = screen.queryByRole('button', { name: copy.typeInstead });
    expect(typing !== null).toBe(Boolean(copy.failures[kind].typing));
    const start = jest.spyOn(session, 'start').mockImplementation();
    if (typing) fireEvent.click(typing);
    expect(start.mock.calls).toEqual(typing ? [['text']] : []);
    // One message and one main action.
    expect(screen.queryByText(copy.ready)).toBeNull();
    expect(screen.queryByRole('button', { name: copy.start })).toBeNull();
  });

  it('offers a button that plays the blocked sound', async () => {
    world.shouldRefusePlayback = true;
    await renderLiveCall(copy);
    expect(readAnnouncements()).toBe(`${copy.connecting}${copy.playbackBlocked}`);
    world.shouldRefusePlayback = false;
    await click(copy.tapToHear);
    expect(screen.getByText(copy.active)).toBeVisible();
  });

  it('shows and announces trouble with the connection', async () => {
    await renderLiveCall(copy);
    const emitNetworkEvent = (event: string) =>
      performStep(() => world.sdk?.emit('network-connection', { type: 'sfu', event }));
    await emitNetworkEvent('interrupted');
    expect(readAnnouncements()).toBe(`${copy.active}${copy.interrupted}`);
    await emitNetworkEvent('connected');
    expect(readAnnouncements()).toBe(copy.active);
  });

  it('says that the default microphone is used in place of one that is gone', async () => {
    world.devices.inputs = ['built-in', 'headset'];
    await renderLiveCall(copy);
    await performStep(() => world.plug('headset'));
    expect(readAnnouncements()).toBe(`${copy.active}${copy.microphoneReplaced}`);
    // Another one is the visitor's own choice.
    await click(copy.sound);
    const picker = screen.getByRole('combobox', { name: copy.microphone });
    await performStep(() => fireEvent.change(picker, { target: { value: 'headset' } }));
    expect(readAnnouncements()).toBe(copy.active);
  });

  it('says that no microphone is left, opens no settings, and lets the visitor type', async () => {
    world.devices.inputs = ['built-in'];
    await renderLiveCall(copy);
    await performStep(() => world.plug());
    expect(readAnnouncements()).toBe(`${copy.active}${copy.microphoneLost}`);
    expect(screen.queryByRole('group', { name: copy.soundSettings })).toBeNull();
    await click(copy.keyboard);
    const field = screen.getByRole('textbox', { name: copy.typeHere });
    await performStep(() => fireEvent.change(field, { target: { value: 'Still here' } }));
    await click(copy.send);
    expect(screen.getByRole('log')).toHaveTextContent('Still here');
    await performStep(() => world.plug('built-in'), 3_000);
    expect(readAnnouncements()).toBe(`${copy.active}${copy.microphoneReplaced}`);
  });

  it('says that the device has paused the microphone, and offers to reopen it', async () => {
    world.devices.inputs = ['built-in'];
    await renderLiveCall(copy);
    expect(screen.queryByRole('button', { name: copy.reopenMicrophone })).toBeNull();
    await performStep(() => world.liveTracks[0]?.pause(true), 1_000);
    expect(readAnnouncements()).toBe(`${copy.active}${copy.microphonePaused}`);
    // The device may also resume it.
    await performStep(() => world.liveTracks[0]?.pause(false));
    expect(readAnnouncements()).toBe(copy.active);
    expect(screen.queryByRole('button', { name: copy.reopenMicrophone })).toBeNull();
    await performStep(() => world.liveTracks[0]?.pause(true), 1_000);
    act(() => getButton(copy.reopenMicrophone).focus());
    await click(copy.reopenMicrophone);
    expect(readAnnouncements()).toBe(copy.active);
    expect(screen.queryByRole('button', { name: copy.reopenMicrophone })).toBeNull();
    // A button that disappears must not take the focus with it.
    expect(getButton(copy.examples.sentences[0]!)).toHaveFocus();
    expect(world.liveTracks).toHaveLength(1);
  });

  it('shows what both sides say, in the right language, until the call is over', async () => {
    await renderLiveCall(copy);
    await sendTranscript('assistant', 'One', 'partial');
    expect(screen.getByText('One')).toHaveClass('bubble-unfinished');
    await sendTranscript('assistant', 'One two');
    await sendTranscript('user', 'Three');
    const captions = screen.getByRole('region', { name: copy.captions });
    const log = within(captions).getByRole('log');
    expect(log.textContent).toBe(
      `${copy.speakers.assistant}: One two${copy.speakers.visitor}: Three`,
    );
    expect(log.closest('[lang]')).toHaveAttribute('lang', copy.language);
  });

  it('says that headphones help while the assistant hears itself', async () => {
    await renderLiveCall(copy);
    await sendTranscript('assistant', 'Hello, and thank you for calling.');
    await performStep(undefined, 1_000);
    await sendTranscript('user', 'hello and thank you for calling');
    expect(readAnnouncements()).toBe(`${copy.active}${copy.echo}`);
    await sendTranscript('user', 'What does all of this cost?');
    expect(readAnnouncements()).toBe(copy.active);
  });
});

it('shows a failure in place, in our words, and lets the visitor try again', async () => {
  const { container } = renderWidget();
  await connect();
  const strange = { type: 'something-new', error: { message: { secret: 'vendor words' } } };
  await performStep(() => world.sdk?.emit('error', strange), 2_500);
  expect(screen.getByText(callCopyEn.failures.unknown.message)).toBeVisible();
  expect(readAnnouncements()).toContain(
    callCopyEn.errorTitle + callCopyEn.failures.unknown.message,
  );
  expect(container.textContent).not.toMatch(/vendor words|\[object/);
  expect(reports).toHaveLength(1);
  await click(callCopyEn.failures.unknown.button!.label);
  expect(screen.queryByRole('heading', { name: callCopyEn.errorTitle })).toBeNull();
  expect(getButton(callCopyEn.cancel)).toBeVisible();
});

it('repeats the set-up after a failed request', async () => {
  const fetchAsBefore = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await renderReadyWidget();
  expect(readAnnouncements()).toBe(
    callCopyEn.errorTitle + callCopyEn.failures['init-failed'].message,
  );
  globalThis.fetch = fetchAsBefore;
  await click(callCopyEn.failures.unknown.button!.label);
  await performStep();
  expect(getButton(callCopyEn.start)).not.toHaveAttribute('aria-disabled');
});

it('calls the page’s assistant, or the server’s default', async () => {
  const { unmount } = renderWidget(callCopyEn, { assistantId: 'prospect' });
  await connect();
  expect(world.requested.at(-1)).toMatchObject({ assistantId: 'prospect' });
  unmount();
  renderWidget();
  await connect();
  expect(world.requested.at(-1)).toMatchObject({ assistantId: 'default-assistant' });
});

it('says in the last minute when the call will end', async () => {
  await renderLiveCall();
  jest.setSystemTime(Date.now() + 239_000);
  await performStep(undefined, 400);
  expect(readAnnouncements()).toBe(callCopyEn.active);
  await performStep(undefined, 1_000);
  expect(readAnnouncements()).toBe(
    `${callCopyEn.active}${callCopyEn.lastMinute.replace('{time}', '05:00')}`,
  );
});

it.each([
  [639, 'start'],
  [640, 'nearest'],
])(
  'in a window %i px wide, scrolls the stage into view (%s) only on Start',
  async (width, block) => {
    const scrollIntoView = jest.fn();
    Object.assign(Element.prototype, { scrollIntoView });
    jest.replaceProperty(window, 'innerWidth', width);
    await renderReadyWidget();
    expect(scrollIntoView).not.toHaveBeenCalled();
    await click(callCopyEn.start);
    await giveAnswers();
    expect(scrollIntoView.mock.calls).toEqual([[{ block }]]);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  },
);
