import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { callCopyEn as copy } from '@/lib/content/call-en';
import { FAILURE_KINDS } from '@/lib/call/failures';
import { CallView } from '@/components/call/call-view';
import { CallWidget } from '@/components/call/call-widget';
import { createFallbacks } from '@/components/call/cannot-call';
import { formatMaxDuration } from '@/components/call/call-view';
import {
  click,
  commits,
  connect,
  createLoader,
  getButton,
  performStep,
  readAnnouncements,
  renderInCall,
  renderLiveCall,
  renderReadyWidget,
  renderWidget,
  sendTranscript,
  setUpWidget,
  world,
} from './widget-fixture';

setUpWidget();

it('starts disabled, with the disclosure, the privacy notice and the time limit', async () => {
  renderWidget(copy, { maxSeconds: 420 });
  expect(screen.getByText(copy.initialising)).toBeVisible();
  expect(getButton(copy.start)).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(copy.disclosure)).toBeVisible();
  const notice = screen.getByRole('link', { name: copy.privacyLink });
  expect(notice).toHaveAttribute('href', copy.privacyHref);
  expect(screen.getByText(formatMaxDuration(copy, 420))).toBeVisible();
  await performStep();
  expect(screen.getByText(copy.ready)).toBeVisible();
  expect(getButton(copy.start)).not.toHaveAttribute('aria-disabled');
  // The server's.
  expect(screen.getByText(formatMaxDuration(copy, 300))).toBeVisible();
});

it('replaces the notice that this browser cannot call, also if it is shown already', async () => {
  const fallbacks = createFallbacks(copy, null);
  const widget = <CallWidget copy={copy} loadCode={createLoader()} {...fallbacks} />;
  document.body.innerHTML = `<div>${renderToString(widget)}</div>`;
  expect(screen.queryByRole('alert')).toBeNull();
  document.querySelector<HTMLElement>('[data-cannot-call]')!.hidden = false;
  expect(screen.getByRole('alert')).toHaveTextContent(copy.failures['unsupported-browser'].message);
  render(widget, { container: document.body.firstElementChild!, hydrate: true });
  expect(screen.queryByRole('alert')).toBeNull();
  await performStep();
  expect(readAnnouncements()).toBe(copy.ready);
});

it('says in the last minute when the call will end', async () => {
  await renderLiveCall();
  jest.setSystemTime(Date.now() + 238_000);
  await performStep(undefined, 400);
  expect(readAnnouncements()).toBe(copy.active);
  await performStep(undefined, 2_000);
  expect(screen.getByRole('timer', { name: copy.elapsed })).toHaveTextContent('04:00');
  expect(readAnnouncements()).toBe(`${copy.active}${copy.lastMinute.replace('{time}', '05:00')}`);
});

it('mutes and unmutes with one toggle button', async () => {
  await renderLiveCall();
  await click(copy.mute);
  expect(getButton(copy.muted)).toHaveAttribute('aria-pressed', 'true');
  await click(copy.muted);
  expect(getButton(copy.mute)).toHaveAttribute('aria-pressed', 'false');
});

it.each(FAILURE_KINDS)('says what to do about %s', (kind) => {
  const failure = { kind, phase: 'dialling' } as const;
  renderInCall(<CallView state={{ status: 'idle', failure, ended: null }} />, {
    failureAction: <button type="button">Book a session</button>,
  });
  expect(screen.getByRole('heading', { name: copy.errorTitle })).toBeVisible();
  const { message, button, typing } = copy.failures[kind];
  expect(screen.getByText(message)).toBeVisible();
  // One message and one main action.
  const ways = [button?.label, typing && copy.typeInstead, 'Book a session'].filter(Boolean);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(ways);
  expect(screen.queryByText(copy.ready)).toBeNull();
});

it('shows what both sides say, in the right language, until the call is over', async () => {
  await renderLiveCall();
  await sendTranscript('assistant', 'One', 'partial');
  await sendTranscript('assistant', 'One two');
  await sendTranscript('user', 'Three');
  const log = within(screen.getByRole('region', { name: copy.captions })).getByRole('log');
  const { assistant, visitor } = copy.speakers;
  expect(log.textContent).toBe(`${assistant}: One two${visitor}: Three`);
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
  expect(readAnnouncements()).toBe(copy.errorTitle + copy.failures.unknown.message);
  expect(container.textContent).not.toMatch(/vendor words|\[object/);
  expect(world.reports).toHaveLength(1);
  await click(copy.failures.unknown.button!.label);
  expect(screen.queryByRole('heading', { name: copy.errorTitle })).toBeNull();
  expect(getButton(copy.cancel)).toBeVisible();
});

it('repeats the set-up after a failed request', async () => {
  const fetchAsBefore = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderReadyWidget();
  expect(readAnnouncements()).toBe(copy.errorTitle + copy.failures['init-failed'].message);
  globalThis.fetch = fetchAsBefore;
  await click(copy.failures.unknown.button!.label);
  await performStep();
  expect(getButton(copy.start)).not.toHaveAttribute('aria-disabled');
});

it('calls the page’s assistant', async () => {
  renderWidget(copy, { assistantId: 'prospect' });
  await connect();
  expect(world.requested).toMatchObject([{ assistantId: 'prospect' }]);
});

it('says who is speaking', async () => {
  await renderLiveCall();
  await performStep(() => world.sdk?.emit('speech-start'), 1_000);
  expect(screen.getByText(copy.speaking)).toBeVisible();
  await performStep(() => world.sdk?.emit('speech-end'), 1_000);
  expect(screen.getByText(copy.listening)).toBeVisible();
});

it('says that the sound is blocked before the call is live, too', async () => {
  renderWidget();
  await connect();
  await performStep(() => world.sdk?.emit('error', { type: 'audio-start-failed', error: {} }));
  expect(readAnnouncements()).toContain(copy.playbackBlocked);
});

it('plays the blocked sound of a live call after a tap', async () => {
  await renderLiveCall();
  world.shouldRefusePlayback = true;
  await performStep(() => world.sdk?.emit('error', { type: 'audio-start-failed', error: {} }));
  expect(readAnnouncements()).toBe(`${copy.active}${copy.playbackBlocked}`);
  world.shouldRefusePlayback = false;
  await click(copy.tapToHear);
  expect(readAnnouncements()).toBe(copy.active);
});

it('commits at most twice a second while both sides talk', async () => {
  await renderLiveCall();
  await performStep(undefined, 3_000);
  const before = commits;
  const seconds = 20;
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    await performStep(() => {
      for (const level of ['volume-level', 'local-volume-level'] as const)
        world.sdk?.emit(level, (tenth % 7) / 7);
      // The worst case: turns that change much faster than in speech.
      world.sdk?.emit(tenth % 2 ? 'speech-start' : 'speech-end');
    }, 100);
  }
  expect(commits - before).toBeGreaterThan(seconds / 2);
  expect(commits - before).toBeLessThanOrEqual(seconds * 2);
});
