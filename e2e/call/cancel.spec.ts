import type { Page, Request } from '@playwright/test';
import { type CallPage, english, languages, test } from './call-page';
import { waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';

// Animations are not under test here, and drawing them takes most of the machine.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What a call is waiting for when it is canceled. */
interface Wait {
  scenario: string;
  /** The request, or the step into the room, with which the wait begins. */
  trigger: { request: string } | { room: 'joining' | 'joined' };
  /**
   * What the call was waiting for comes after it was canceled: an answer that the test holds back,
   * or a step for which the local provider takes 4 s.
   */
  lateEvent: 'answer' | 'step';
}

const machine = { request: 'GET /call-machine.js' };
const callCreation = { request: 'POST /api/call' };
const joining = { room: 'joining' } as const;
const joined = { room: 'joined' } as const;

const waits: Record<string, Wait> = {
  'our server is asked for a call': {
    scenario: 'silent',
    trigger: callCreation,
    lateEvent: 'answer',
  },
  'the call’s script is loading': { scenario: 'silent', trigger: machine, lateEvent: 'answer' },
  'the room is being joined': { scenario: 'slow-join', trigger: joining, lateEvent: 'step' },
  'the assistant is joining': { scenario: 'slow-assistant', trigger: joined, lateEvent: 'step' },
};
const isQuick = ({ trigger, lateEvent }: Wait) => trigger === callCreation || lateEvent === 'step';

for (const language of languages) {
  const { copy } = language;
  test.describe(language.code, language === english ? {} : long, () => {
    test.use({ language });

    for (const [name, wait] of Object.entries(waits)) {
      test(
        `canceled while ${name}: no call is left and the next can start`,
        isQuick(wait) ? {} : long,
        async ({ page, call }) => {
          await page.clock.install();
          const releaseAnswer =
            wait.lateEvent === 'answer' ? await holdFirstAnswer(page, wait) : undefined;
          await startAndReach(call, wait);
          await call.press(copy.cancel);
          await call.expectReady();
          await expect(call.getButton(copy.start)).toBeFocused();
          await call.expectReleased();
          const before = await call.readRooms();
          // Nothing may join after the call was canceled.
          expect(before.joined).toBe(wait.trigger === joined ? 1 : 0);

          await releaseAnswer?.();
          // Longer than any pending step or timer would have taken.
          await page.clock.fastForward(60_000);
          await waitUntilSettled(page);
          expect(await call.readRooms()).toEqual(before);
          await call.expectReady();
          await call.expectReleased();

          await call.press(copy.start);
          if (wait.lateEvent === 'answer') return call.expectLive();
          await reachWait(call, wait, before);
          await expect(call.stage).toContainText(copy.connecting);
          await page.clock.fastForward(5_000);
          await call.expectLive();
        },
      );
    }

    test('a double click on Start or End makes no further call', async ({ call }) => {
      await call.open('silent');
      await call.getButton(copy.start).dblclick();
      await call.expectLive();
      await call.getButton(copy.end).dblclick();
      await call.expectReady();
      await call.expectReleased();
      expect(await call.readRooms()).toEqual({ joining: 1, joined: 1, inRoom: 0 });
    });
  });
}

/**
 * Holds back the first answer to a request. Returns a function that releases it and waits until it
 * has come.
 */
async function holdFirstAnswer(page: Page, { trigger }: Wait) {
  if (!('request' in trigger)) throw new Error('Only a request has an answer.');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let markArrived = () => {};
  const arrived = new Promise<void>((resolve) => (markArrived = resolve));
  await page.route(/\/(api\/call|call-machine\.js)(\?|$)/, async (route) => {
    if (nameRequest(route.request()) !== trigger.request) return route.fallback();
    await released;
    const response = await route.fetch();
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => undefined);
    markArrived();
  });
  return () => {
    release();
    return arrived;
  };
}

const nameRequest = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

async function startAndReach(call: CallPage, wait: Wait) {
  if ('request' in wait.trigger) {
    const { request: awaited } = wait.trigger;
    const firstRequest = call.page.waitForRequest((request) => nameRequest(request) === awaited);
    await Promise.all([firstRequest, call.start(wait.scenario)]);
    return;
  }
  await call.start(wait.scenario);
  await reachWait(call, wait, { joining: 0, joined: 0 });
}

/**
 * Waits until one more call waits for this; that for a request cannot be seen a second time.
 */
async function reachWait(
  call: CallPage,
  { trigger }: Wait,
  before: Record<'joining' | 'joined', number>,
): Promise<void> {
  if ('request' in trigger) return;
  await expect
    .poll(async () => (await call.readRooms())[trigger.room])
    .toBe(before[trigger.room] + 1);
}
