import { fireEvent, render, screen } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { CallContext, type CallContextValue } from '@/components/call/call-context';
import { CallWidget } from '@/components/call/call-widget';
import { keepFocus } from '@/components/page-script/keep-focus';
import { callCopyEn } from '@/lib/content/call-en';
import { CallSession } from '@/lib/call/session/call-session';
import { createStore } from '@/lib/call/store';
import {
  createLoader,
  setUpFakeWorld,
  performStep,
  world,
} from '../../lib/call/session/call-fixture';

export { createLoader, performStep, world };

/** How often the widget has rendered. */
export let commits = 0;

/** Call it in a test file that drives the whole widget over the fake world. */
export function setUpWidget(): void {
  beforeAll(keepFocus);
  beforeEach(() => {
    commits = 0;
  });
  // Frames stay real: at sixty a second they are most of what a faked minute costs.
  setUpFakeWorld({ doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  beforeEach(() => {
    // The widget is near, and the page idle.
    globalThis.IntersectionObserver = class {
      constructor(private readonly report: (entries: object[]) => void) {}
      observe() {
        this.report([{ isIntersecting: true }]);
      }
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
    window.requestIdleCallback = (notify) => Number(setTimeout(notify));
  });
}

export function renderWidget(
  copy = callCopyEn,
  props: Partial<Parameters<typeof CallWidget>[0]> = {},
) {
  const loadCode = createLoader();
  return render(
    <Profiler id="widget" onRender={() => (commits += 1)}>
      <CallWidget copy={copy} loadCode={loadCode} {...props} />
    </Profiler>,
  );
}

/** Renders the widget, which is then ready. */
export async function renderReadyWidget(...args: Parameters<typeof renderWidget>) {
  const rendered = renderWidget(...args);
  await performStep();
  return rendered;
}

/** What was sent to the assistant. */
export const listSent = () =>
  (world.room?.sent ?? [])
    .filter((data) => data !== 'playable')
    .map((data) => JSON.parse(String(data)) as { type: string; message: { content: string } });

export const getButton = (name: string) => screen.getByRole('button', { name });
export const click = (name: string) => performStep(() => fireEvent.click(getButton(name)));
/** Reads both live regions: the state of the call and the current message. */
export const readAnnouncements = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

/** Presses Start and answers until the room is created. */
export async function connect(copy = callCopyEn): Promise<void> {
  await performStep();
  await click(copy.start);
  for (const answer of world.answers.slice(0, 2)) await performStep(answer);
}
/** Gives the answers that make the call live, beginning with this one. */
export async function giveAnswers(from = 0): Promise<void> {
  for (const performAnswer of world.answers.slice(from)) await performStep(performAnswer);
}
export async function startLiveCall(copy = callCopyEn): Promise<void> {
  await connect(copy);
  await giveAnswers(2);
}
/** Renders the widget with a live call. */
export async function renderLiveCall(...args: Parameters<typeof renderWidget>) {
  const rendered = renderWidget(...args);
  await startLiveCall(args[0]);
  return rendered;
}
export const sendTranscript = (role: string, transcript: string, transcriptType = 'final') =>
  performStep(() =>
    world.sdk?.emit('message', { type: 'transcript', role, transcript, transcriptType }),
  );

/** Renders a part of the widget with a session that makes no call. */
export function renderInCall(part: ReactNode, page: Partial<CallContextValue> = {}) {
  const session = new CallSession({
    language: 'en',
    loadCode: () => new Promise(() => undefined),
  });
  const value = { copy: callCopyEn, session, draft: createStore(''), ...page };
  return { session, ...render(<CallContext value={value}>{part}</CallContext>) };
}
