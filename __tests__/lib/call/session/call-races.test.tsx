import { fc } from '@/__tests__/support/fast-check';
import {
  createLoader,
  expectNothingOpen,
  mountPage,
  performStep,
  resetWorld,
  setUpFakeWorld,
  world,
  type Page,
} from './call-fixture';
import { cameraErrors, sdkErrors } from '../sdk/sdk-error-fixtures';

// The full test run asks for more.
const runs = Number(process.env.CALL_RACE_RUNS ?? 15);

setUpFakeWorld();

/** A page whose widget comes and goes. */
function createPage() {
  const loadCode = createLoader();
  let page: Pick<Page, 'session' | 'unmount'> | null = null;
  let liveCallCount = 0;
  return {
    mount() {
      if (page) return;
      const { session, unmount } = mountPage({ loadCode });
      // React mounts a widget twice in its strict mode.
      unmount();
      page = { session, unmount: session.mount() };
      void session.setUp();
      let wasLive = false;
      session.state.subscribe(() => {
        const isLive = session.state.get().status === 'live';
        if (isLive && !wasLive) liveCallCount += 1;
        wasLive = isLive;
      });
    },
    unmount() {
      page?.unmount();
      page = null;
    },
    getState: () => page?.session.state.get() ?? null,
    getSession: () => page?.session,
    countLiveCalls: () => liveCallCount,
  };
}

type Widget = ReturnType<typeof createPage>;
type Step = (widget: Widget) => void;

const visitorSteps: Record<string, Step> = {
  start: ({ getSession }) => getSession()?.start(),
  doubleStart: ({ getSession }) => {
    getSession()?.start();
    getSession()?.start();
  },
  startTyping: ({ getSession }) => getSession()?.start('text'),
  type: ({ getSession }) => void getSession()?.type('Hello'),
  end: ({ getSession }) => getSession()?.end(),
  startAndCancel: ({ getSession }) => {
    getSession()?.start();
    getSession()?.end();
  },
  cancelAndStart: ({ getSession }) => {
    getSession()?.end();
    getSession()?.start();
  },
  mute: ({ getSession }) => getSession()?.toggleMute(),
  hear: ({ getSession }) => getSession()?.call?.room?.sound.unblock(),
  chooseMicrophone: ({ getSession }) => void getSession()?.chooseMicrophone('other'),
  chooseDefault: ({ getSession }) => void getSession()?.chooseMicrophone(''),
  reopen: ({ getSession }) => getSession()?.call?.room?.microphone.reopen(),
  leavePage: () => void window.dispatchEvent(new Event('pagehide')),
  unmount: (widget) => widget.unmount(),
  remount: (widget) => {
    widget.unmount();
    widget.mount();
  },
};

const outsideSteps: Record<string, Step> = {
  refuseCall: () => world.answerPost('calls_spent'),
  loseCall: () => world.posts.shift()?.reject(new TypeError('Failed to fetch')),
  allowMicrophone: () => world.answerPrompt(),
  denyMicrophone: () => world.answerPrompt(new DOMException('', 'NotAllowedError')),
  giveRoom: () => world.answerPost(),
  loadScript: () => world.room?.loadScript(),
  admit: () => world.room?.acceptJoin(),
  refuseJoin: () => world.room?.refuseJoin({ type: 'no-room', msg: 'gone' }),
  connectAssistant: () => world.room?.connectAssistant(),
  hangUp: () => world.room?.close(),
  eject: () => world.room?.close({ type: 'ejected', msg: 'Meeting has ended' }),
  loseConnection: () => world.room?.close({ type: 'connection-error', msg: 'lost' }),
  hang: () => {
    if (world.room) world.room.isHung = true;
  },
  endAtProvider: () => world.sdk?.emit('message', { type: 'status-update', status: 'ended' }),
  disconnectAssistant: () => world.room?.disconnectAssistant(),
  sleep: () => void jest.setSystemTime(Date.now() + 3_600_000),
  wakeUp: () => void document.dispatchEvent(new Event('visibilitychange')),
  /** The SDK unmutes when it recovers from a noise filter that has failed. */
  dropFilter: () => world.room?.setLocalAudio(true),
  cameraError: () => world.sdk?.emit('camera-error', cameraErrors.busy),
  unplug: () => world.plug('built-in'),
  unplugAll: () => world.plug(),
  plug: () => world.plug('default', 'built-in', 'other'),
  lose: () => world.liveMicrophones.at(-1)?.lose(),
  pause: () => world.liveMicrophones.at(-1)?.pause(true),
  resume: () => world.liveMicrophones.at(-1)?.pause(false),
  askAgain: () => {
    world.isPermitted = false;
  },
  unknownError: () => world.sdk?.emit('error', sdkErrors.neverSeen),
  earlyStart: () => world.sdk?.emit('call-start'),
  lateError: () => world.sdks[0]?.emit('error', sdkErrors.connectionLost),
  lateEnd: () => world.sdks[0]?.emit('call-end'),
  lateStart: () => world.sdks[0]?.emit('call-start'),
  /** The prompt stays open. */
  wait: () => undefined,
  /** Longer than a call may outlast its end. */
  rest: () => undefined,
  levels: () => world.sdk?.emit('local-volume-level', 0),
  speech: () => world.sdk?.emit('speech-start'),
  blockPlayback: () => {
    world.shouldRefusePlayback = true;
  },
  allowPlayback: () => {
    world.shouldRefusePlayback = false;
  },
};

const steps = { ...visitorSteps, ...outsideSteps };
const helpfulSteps = [
  ...(['start', 'allowMicrophone', 'giveRoom'] as const),
  ...(['loadScript', 'admit', 'connectAssistant'] as const),
] as const;

const typedSteps = ['startTyping', ...helpfulSteps.slice(1)] as const;

/** Random steps, with the helpful ones in order often enough to make calls live. */
const script = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(steps)).map((name) => [name]) },
    {
      weight: 2,
      arbitrary: fc.nat(helpfulSteps.length).map((count) => helpfulSteps.slice(0, count)),
    },
    { weight: 1, arbitrary: fc.nat(typedSteps.length).map((count) => typedSteps.slice(0, count)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        [...helpfulSteps, 'mute', 'dropFilter'],
        [...helpfulSteps, 'mute', 'chooseMicrophone', 'unplug'],
      ),
    },
    { weight: 1, arbitrary: fc.constant(['start', 'wait', 'allowMicrophone', 'giveRoom']) },
  ),
  { minLength: 1, maxLength: 14 },
);
function* generateNoPauses() {
  for (;;) yield 0;
}
const live = helpfulSteps.join(' ');
const liveTyping = typedSteps.join(' ');
const examples = [
  live,
  // A microphone that is chosen before there is one, then muted.
  'start allowMicrophone giveRoom chooseMicrophone loadScript admit connectAssistant mute',
  // The visitor cancels at the prompt, or while our server creates the call, and calls again.
  `start end allowMicrophone ${live}`,
  `start allowMicrophone end ${live}`,
  `start allowMicrophone refuseCall ${live}`,
  // The next widget calls while the last one's room hangs.
  `${live} hang remount ${live}`,
  // A microphone opens only after the call, whose room hangs or not.
  `${live} hang askAgain chooseMicrophone end`,
  `${live} chooseMicrophone askAgain unplug end`,
  `${live} askAgain pause reopen end`,
  // A typed call, which opens no microphone, not even a chosen one.
  `${liveTyping} type chooseMicrophone mute cameraError type hangUp`,
  // While muted, the chosen microphone is unplugged, then all, then one is plugged in again.
  `${live} chooseMicrophone mute unplug unplugAll plug pause reopen`,
  // The SDK unmutes, and is refused at once.
  `${live} mute dropFilter`,
  // Each microphone opens slowly, and the latest choice wins.
  `${live} mute askAgain chooseMicrophone unplug chooseDefault lose allowMicrophone
    allowMicrophone askAgain pause reopen allowMicrophone`,
  // The end that the provider reports or the assistant makes, while the room stays open.
  `${live} endAtProvider rest speech lateStart`,
  `${live} disconnectAssistant rest levels`,
  // The assistant is away for a moment.
  `${live} disconnectAssistant connectAssistant rest mute`,
  // The device sleeps during the call, once until timers run, once until the page is shown.
  `${live} sleep rest lateEnd ${live} mute sleep wakeUp rest`,
].map((plan): [string[][], fc.Stream<number>, boolean] => [
  [plan.split(/\s+/)],
  fc.stream(generateNoPauses()),
  false,
]);
const longWaits = { wait: 105_000, rest: 5_000 };
const pause = fc.constantFrom<number>(0, 0, 5, 50, 1_100, 7_000, 26_000);

/** How often each track has been switched on or off, and whether the visitor was muted then. */
interface Switches {
  muted: boolean;
  counts: Map<unknown, number>;
}

function checkInvariants(widget: Widget, seen: string, before: Switches): Switches {
  const state = widget.getState();
  const createProblem = (text: string) => new Error(`${text} in ${state?.status} after ${seen}`);
  const isResting = !state || ['initialising', 'unusable', 'idle'].includes(state.status);
  if (isResting && world.liveTracks.length > 0) throw createProblem('a hidden live microphone');
  if (state && 'input' in state && state.input === 'text' && world.liveMicrophones.length > 0) {
    throw createProblem('a live microphone in a call without one');
  }
  if (state?.status === 'live') {
    if (world.openRooms.length !== 1) throw createProblem(`${world.openRooms.length} rooms`);
    if (world.room?.state !== 'joined-meeting') throw createProblem('a call that is not live');
    if (state.muted && (world.room.isMicOpen || world.liveTracks.some((track) => track.enabled))) {
      throw createProblem('an open microphone shown as muted');
    }
  }
  if (world.openRooms.length > 1) throw createProblem('two calls at once');
  const muted = state?.status === 'live' && state.muted;
  for (const track of world.tracks) {
    const since = track.enabledChanges.slice(before.counts.get(track) ?? 0);
    if (muted && before.muted && since.includes(true)) throw createProblem('unmuted for a moment');
  }
  const counts = world.tracks.map((track) => [track, track.enabledChanges.length] as const);
  return { muted, counts: new Map(counts) };
}

/** Call it after a rest. */
function checkEnd(widget: Widget, seen: string): void {
  const state = widget.getState();
  if (state?.status !== 'live') return;
  const createProblem = (text: string) => new Error(`a live call ${text} after ${seen}`);
  if (Date.now() > state.endsAt + longWaits.rest) throw createProblem('past its end');
  if (!world.room?.participants().bot) throw createProblem('with nobody else in the room');
}

it(
  'shows only live calls, closes every microphone and returns to idle',
  async () => {
    const liveCalls = { example: 0, random: 0 };
    let runCount = 0;
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.infiniteStream(pause),
        fc.boolean(),
        async (plan, waits, isMobile) => {
          resetWorld();
          world.isMobile = isMobile;
          world.devices.inputs = ['built-in', 'other'];
          const widget = createPage();
          widget.mount();
          await performStep(undefined, 5);
          const seen: string[] = [];
          let switches: Switches = { muted: false, counts: new Map() };
          const play = async (name: string, wait: number) => {
            seen.push(`${name}+${wait}`);
            const ms = name in longWaits ? longWaits[name as keyof typeof longWaits] : wait;
            await performStep(() => steps[name]!(widget), ms);
            switches = checkInvariants(widget, seen.join(' '), switches);
            if (name === 'rest') checkEnd(widget, seen.join(' '));
          };
          for (const name of plan.flat()) await play(name, waits.next().value);
          const kind = (runCount += 1) > examples.length ? 'random' : 'example';
          liveCalls[kind] += widget.countLiveCalls();

          // Ends what is open, gives every missing answer, and lets time pass.
          await play('end', 3_500);
          for (const name of ['allowMicrophone', 'loadScript', 'admit'] as const) {
            await play(name, 1_500);
          }
          while (world.posts.length > 0) await play('giveRoom', 1_500);
          await play('connectAssistant', 30_000);
          const state = widget.getState();
          if (state && state.status !== 'idle')
            throw new Error(`stuck in ${state.status}: ${seen}`);
          expectNothingOpen();
          const outcomes = world.endReports.flatMap(({ outcome }) => outcome ?? []);
          expect(outcomes).toHaveLength(widget.countLiveCalls());
          expect(world.refusedRooms).toBe(0);
          const ids = world.requested.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          const created = ids.filter((id) => !world.refused.includes(id));
          expect(world.endReports.map(({ id }) => id).sort()).toEqual(created.sort());
          widget.unmount();
        },
      ),
      // Examples count as runs.
      { numRuns: examples.length + runs, examples },
    );
    // A widget that never calls would pass everything above.
    expect(liveCalls.example).toBeGreaterThanOrEqual(examples.length);
    expect(liveCalls.random).toBeGreaterThan(runs / 20);
  },
  60_000 + runs * 2_000,
);
