import { fireEvent, screen, within } from '@testing-library/react';
import { callCopyEn as copy } from '@/lib/content/call-en';
import { FAILURE_KINDS } from '@/lib/call/failures';
import { CallView } from '@/components/call/call-view';
import { formatMaxDuration } from '@/components/call/stage';
import {
  readAnnouncements,
  giveAnswers,
  getButton,
  click,
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

it('shows the time limit, first the page’s and then the server’s', async () => {
  renderWidget(copy, { maxSeconds: 420 });
  expect(screen.getByText(formatMaxDuration(copy, 420))).toBeVisible();
  await performStep();
  expect(screen.getByText(formatMaxDuration(copy, 300))).toBeVisible();
});

it('starts disabled, with the disclosure and the privacy notice in sight', async () => {
  renderWidget();
  expect(screen.getByText(copy.initialising)).toBeVisible();
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
  await renderReadyWidget();
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
  jest.setSystemTime(Date.now() + 64_000);
  await performStep(undefined, 1_000);
  expect(screen.getByRole('timer')).toHaveTextContent('01:05');
  expect(readAnnouncements()).toBe(copy.active);
  await click(copy.end);
  expect(screen.getByText(copy.ready)).toBeVisible();
  expect(readAnnouncements()).toBe(copy.endedBy.visitor);
  expect(screen.queryByRole('timer')).toBeNull();
});

it('mutes and unmutes with one toggle button', async () => {
  await renderLiveCall();
  expect(getButton(copy.mute)).toHaveAttribute('aria-pressed', 'false');
  await click(copy.mute);
  expect(getButton(copy.muted)).toHaveAttribute('aria-pressed', 'true');
  expect(readAnnouncements()).toBe(`${copy.active}${copy.youAreMuted}`);
  await click(copy.muted);
  expect(readAnnouncements()).toBe(copy.active);
});

it.each(FAILURE_KINDS)('says what to do about %s', (kind) => {
  const failure = { kind, phase: 'dialling' } as const;
  const { session } = renderInCall(<CallView state={{ status: 'idle', failure, ended: null }} />, {
    failureAction: <button type="button">Book a session</button>,
  });
  expect(screen.getByRole('heading', { name: copy.errorTitle })).toBeVisible();
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

it('shows what both sides say, in the right language, until the call is over', async () => {
  await renderLiveCall();
  await sendTranscript('assistant', 'One', 'partial');
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
  await renderLiveCall();
  await sendTranscript('assistant', 'Hello, and thank you for calling.');
  await performStep(undefined, 1_000);
  await sendTranscript('user', 'hello and thank you for calling');
  expect(readAnnouncements()).toBe(`${copy.active}${copy.echo}`);
  await sendTranscript('user', 'What does all of this cost?');
  expect(readAnnouncements()).toBe(copy.active);
});

it('shows a failure in place, in our words, and lets the visitor try again', async () => {
  const { container } = renderWidget();
  await connect();
  const strange = { type: 'something-new', error: { message: { secret: 'vendor words' } } };
  await performStep(() => world.sdk?.emit('error', strange), 2_500);
  expect(screen.getByText(copy.failures.unknown.message)).toBeVisible();
  expect(readAnnouncements()).toContain(copy.errorTitle + copy.failures.unknown.message);
  expect(container.textContent).not.toMatch(/vendor words|\[object/);
  expect(reports).toHaveLength(1);
  await click(copy.failures.unknown.button!.label);
  expect(screen.queryByRole('heading', { name: copy.errorTitle })).toBeNull();
  expect(getButton(copy.cancel)).toBeVisible();
});

it('repeats the set-up after a failed request', async () => {
  const fetchAsBefore = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await renderReadyWidget();
  expect(readAnnouncements()).toBe(copy.errorTitle + copy.failures['init-failed'].message);
  globalThis.fetch = fetchAsBefore;
  await click(copy.failures.unknown.button!.label);
  await performStep();
  expect(getButton(copy.start)).not.toHaveAttribute('aria-disabled');
});

it('calls the page’s assistant, or the server’s default', async () => {
  const { unmount } = renderWidget(copy, { assistantId: 'prospect' });
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
  expect(readAnnouncements()).toBe(copy.active);
  await performStep(undefined, 1_000);
  expect(readAnnouncements()).toBe(`${copy.active}${copy.lastMinute.replace('{time}', '05:00')}`);
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
    await click(copy.start);
    await giveAnswers();
    expect(scrollIntoView.mock.calls).toEqual([[{ block }]]);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  },
);
