import { act, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { CallWidget } from '@/components/voice/call-widget';
import { callEn } from '@/lib/content/call-en';
import { createVoiceClient } from '@/lib/voice/voice-client';
import { installBrowser, pass } from '../../lib/voice/fake-browser';
import { FakeWorld } from '../../lib/voice/fake-transport';

/** The world of the test that runs; a new one for every test. */
export let world: FakeWorld;
/** How often the widget has rendered. */
export let commits = 0;

/** Call it in a test file that drives the whole widget over the fake transport. */
export function widgetInFakeWorld(): void {
  beforeEach(() => {
    // Frames are left to the clock: at sixty a second they are most of what a faked minute costs.
    jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
    document.body.replaceChildren();
    world = new FakeWorld();
    commits = 0;
    installBrowser(world);
  });
  afterEach(() => jest.useRealTimers());
}

export function show(copy = callEn, props: Partial<Parameters<typeof CallWidget>[0]> = {}) {
  const client = createVoiceClient(() => Promise.resolve(world.Sdk));
  return render(
    <Profiler id="widget" onRender={() => (commits += 1)}>
      <CallWidget copy={copy} privacyHref="/privacy" client={client} {...props} />
    </Profiler>,
  );
}

export async function step(action: () => void = () => undefined, ms = 20): Promise<void> {
  await act(async () => {
    action();
    await pass(ms);
  });
}

export const button = (name: string) => screen.getByRole('button', { name });
export const click = (name: string) => step(() => fireEvent.click(button(name)));
export const announced = () => screen.getByRole('status').textContent;

export async function connect(copy = callEn): Promise<void> {
  await step();
  await click(copy.start);
  await step(() => world.answerPrompt());
  await step(() => world.answerPost());
}
export async function answer(): Promise<void> {
  await step(() => world.room?.scriptLoads());
  await step(() => world.room?.admits());
  await step(() => world.room?.assistantComes());
}
export async function call(copy = callEn): Promise<void> {
  await connect(copy);
  await answer();
}
export const say = (role: string, transcript: string, transcriptType = 'final') =>
  step(() => world.sdk?.emit('message', { type: 'transcript', role, transcript, transcriptType }));
