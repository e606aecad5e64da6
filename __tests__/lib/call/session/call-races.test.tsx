import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { StrictMode, useEffect } from 'react';
import { useCall } from '@/lib/call/session/use-call';
import { createVoiceClient } from '@/lib/call/session/voice-client';
import { recordCalls } from './call-fixture';
import { installBrowser, advance } from './fake-browser';
import { FakeWorld } from './fake-world';
import { cameraErrors, sdkErrors } from '../sdk/sdk-error-fixtures';

// The full test run asks for more.
const runs = Number(process.env.CALL_RACE_RUNS ?? 15);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function mountWidget(world: FakeWorld) {
  const client = createVoiceClient(async () => () => world.Sdk);
  const outcomes = { ends: [], errors: [], starts: 0 };
  let hook: ReturnType<typeof renderHook<ReturnType<typeof useCall>, unknown>> | null = null;
  return {
    outcomes,
    mount() {
      if (hook) return;
      const useRecordedCall = () => {
        const call = useCall({ client, language: 'en' });
        const { session } = call;
        useEffect(() => {
          void session.setUp();
          return recordCalls(session, outcomes);
        }, [session]);
        return call;
      };
      hook = renderHook(useRecordedCall, { wrapper: StrictMode });
    },
    unmount() {
      hook?.unmount();
      hook = null;
    },
    getState: () => hook?.result.current.state ?? null,
    getSession: () => hook?.result.current.session,
  };
}

type Widget = ReturnType<typeof mountWidget>;
type Step = (widget: Widget, world: FakeWorld) => void;

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
  hear: ({ getSession }) => getSession()?.call?.unblockPlayback(),
  chooseMicrophone: ({ getSession }) => void getSession()?.chooseMicrophone('other'),
  chooseDefault: ({ getSession }) => void getSession()?.chooseMicrophone(''),
  reopen: ({ getSession }) => getSession()?.call?.reopenMicrophone(),
  leavePage: () => void window.dispatchEvent(new Event('pagehide')),
  unmount: (widget) => widget.unmount(),
  remount: (widget) => {
    widget.unmount();
    widget.mount();
  },
};

const outsideSteps: Record<string, Step> = {
  allowCall: (_, world) => world.answerTicket(),
  refuseCall: (_, world) => world.answerTicket('calls_spent'),
  loseTicket: (_, world) => world.tickets.shift()?.reject(new TypeError('Failed to fetch')),
  allowMicrophone: (_, world) => world.answerPrompt(),
  denyMicrophone: (_, world) => world.answerPrompt(new DOMException('', 'NotAllowedError')),
  giveRoom: (_, world) => world.answerPost(),
  refuseRoom: (_, world) => world.answerPost(sdkErrors.wrongKey.error),
  loadScript: (_, world) => world.room?.loadScript(),
  admit: (_, world) => world.room?.acceptJoin(),
  refuseJoin: (_, world) => world.room?.refuseJoin({ type: 'no-room', msg: 'gone' }),
  connectAssistant: (_, world) => world.room?.connectAssistant(),
  hangUp: (_, world) => world.room?.close(),
  eject: (_, world) => world.room?.close({ type: 'ejected', msg: 'Meeting has ended' }),
  loseConnection: (_, world) => world.room?.close({ type: 'connection-error', msg: 'lost' }),
  hang: (_, world) => {
    if (world.room) world.room.isHung = true;
  },
  endAtProvider: (_, world) =>
    world.sdk?.emit('message', { type: 'status-update', status: 'ended' }),
  disconnectAssistant: (_, world) => world.room?.disconnectAssistant(),
  sleep: () => void jest.setSystemTime(Date.now() + 3_600_000),
  wakeUp: () => void document.dispatchEvent(new Event('visibilitychange')),
  dropFilter: (_, world) => world.room?.failNoiseFilter(),
  cameraError: (_, world) => world.sdk?.emit('camera-error', cameraErrors.busy),
  unplug: (_, world) => world.plug('built-in'),
  unplugAll: (_, world) => world.plug(),
  plug: (_, world) => world.plug('default', 'built-in', 'other'),
  lose: (_, world) => world.liveMicrophones.at(-1)?.lose(),
  pause: (_, world) => world.liveMicrophones.at(-1)?.pause(true),
  resume: (_, world) => world.liveMicrophones.at(-1)?.pause(false),
  askAgain: (_, world) => {
    world.isPermitted = false;
  },
  unknownError: (_, world) => world.sdk?.emit('error', sdkErrors.neverSeen),
  earlyStart: (_, world) => world.sdk?.emit('call-start'),
  lateError: (_, world) => world.sdks[0]?.emit('error', sdkErrors.connectionLost),
  lateEnd: (_, world) => world.sdks[0]?.emit('call-end'),
  lateStart: (_, world) => world.sdks[0]?.emit('call-start'),
  /** Longer than a ticket may wait to be used. */
  wait: () => undefined,
  /** Longer than a call may outlast its end. */
  rest: () => undefined,
  levels: (_, world) => world.sdk?.emit('local-volume-level', 0),
  speech: (_, world) => world.sdk?.emit('speech-start'),
  blockPlayback: (_, world) => {
    world.shouldRefusePlayback = true;
  },
  allowPlayback: (_, world) => {
    world.shouldRefusePlayback = false;
  },
};

const steps = { ...visitorSteps, ...outsideSteps };
const helpfulSteps = [
  ...(['start', 'allowCall', 'allowMicrophone', 'giveRoom'] as const),
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
    { weight: 1, arbitrary: fc.constant(['start', 'allowCall', 'wait', 'allowMicrophone']) },
  ),
  { minLength: 1, maxLength: 14 },
);
function* generateNoPauses() {
  for (;;) yield 0;
}
/** A microphone that is chosen before there is one, then muted. */
const earlyChoice = [
  ...helpfulSteps.slice(0, 4),
  'chooseMicrophone',
  ...helpfulSteps.slice(4),
  'mute',
];
/** The prompt stays open until the ticket has to be renewed; then the visitor cancels. */
const canceledRenewal = ['start', 'allowCall', 'wait', 'allowMicrophone', 'end', ...helpfulSteps];
/** A typed call, which opens no microphone, not even a chosen one. */
const typing = [...typedSteps, 'type', 'chooseMicrophone', 'mute', 'cameraError', 'type', 'hangUp'];
/** While muted, the chosen microphone is unplugged, then all, then one is plugged in again. */
const unpluggingWhileMuted = [
  ...[
    ...helpfulSteps,
    'chooseMicrophone',
    'mute',
    'unplug',
    'unplugAll',
    'plug',
    'pause',
    'reopen',
  ],
];
/** Each microphone opens slowly, and the latest choice wins. */
const slowSwitches = [
  ...[...helpfulSteps, 'mute', 'askAgain', 'chooseMicrophone', 'unplug', 'chooseDefault', 'lose'],
  ...['allowMicrophone', 'allowMicrophone', 'askAgain', 'pause', 'reopen', 'allowMicrophone'],
];
const refusedRenewal = ['start', 'allowCall', 'wait', 'allowMicrophone', 'refuseCall'];
const createExample = (plan: string[]): [string[][], fc.Stream<number>, boolean] => [
  [plan],
  fc.stream(generateNoPauses()),
  false,
];
const longWaits = { wait: 105_000, rest: 5_000 };
const pause = fc.constantFrom<number>(0, 0, 5, 50, 1_100, 7_000, 26_000);

/** The end that the provider reports or the assistant makes, while the room stays open. */
const openRoomAfterEnd = [...helpfulSteps, 'endAtProvider', 'rest', 'speech', 'lateStart'];
const emptyRoom = [...helpfulSteps, 'disconnectAssistant', 'rest', 'levels'];
/** The assistant is away for a moment. */
const shortAbsence = [...helpfulSteps, 'disconnectAssistant', 'connectAssistant', 'rest', 'mute'];
/** The device sleeps during the call, once until timers run, once until the page is shown. */
const sleeps = [
  ...[...helpfulSteps, 'sleep', 'rest', 'lateEnd'],
  ...[...helpfulSteps, 'mute', 'sleep', 'wakeUp', 'rest'],
];

/** How often each track has been switched on or off, and whether the visitor was muted then. */
interface Switches {
  muted: boolean;
  counts: Map<unknown, number>;
}

function checkInvariants(
  widget: Widget,
  world: FakeWorld,
  seen: string,
  before: Switches,
): Switches {
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
function checkEnd(widget: Widget, world: FakeWorld, seen: string): void {
  const state = widget.getState();
  if (state?.status !== 'live') return;
  const createProblem = (text: string) => new Error(`a live call ${text} after ${seen}`);
  if (Date.now() > state.endsAt + longWaits.rest) throw createProblem('past its end');
  if (!world.room?.participants().bot) throw createProblem('with nobody else in the room');
}

it(
  'shows only live calls, closes every microphone and returns to idle',
  async () => {
    let liveCallCount = 0;
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.infiniteStream(pause),
        fc.boolean(),
        async (plan, waits, isMobile) => {
          document.body.replaceChildren();
          const world = new FakeWorld();
          world.isMobile = isMobile;
          world.shouldShowMicrophoneLate = isMobile;
          world.devices.inputs = ['built-in', 'other'];
          installBrowser(world);
          const widget = mountWidget(world);
          widget.mount();
          await act(() => advance(5));
          const seen: string[] = [];
          let switches: Switches = { muted: false, counts: new Map() };
          const play = async (name: string, wait: number) => {
            seen.push(`${name}+${wait}`);
            await act(async () => {
              steps[name]?.(widget, world);
              await advance(name in longWaits ? longWaits[name as keyof typeof longWaits] : wait);
            });
            switches = checkInvariants(widget, world, seen.join(' '), switches);
            if (name === 'rest') checkEnd(widget, world, seen.join(' '));
          };
          for (const name of plan.flat()) await play(name, waits.next().value);
          liveCallCount += widget.outcomes.starts;

          // Ends what is open, gives every missing answer, and lets time pass.
          await play('end', 3_500);
          for (const name of ['allowCall', 'allowMicrophone', 'loadScript', 'admit'] as const) {
            await play(name, 1_500);
          }
          while (world.posts.length > 0) await play('giveRoom', 1_500);
          await play('connectAssistant', 30_000);
          const state = widget.getState();
          if (state && state.status !== 'idle')
            throw new Error(`stuck in ${state.status}: ${seen}`);
          expect(world.liveTracks).toEqual([]);
          expect(world.openRooms).toEqual([]);
          expect(world.silentSourceCount).toBe(0);
          expect(document.querySelector('audio')).toBeNull();
          expect(widget.outcomes.ends).toHaveLength(widget.outcomes.starts);
          expect(new Set(world.dialled).size).toBe(world.dialled.length);
          expect(world.expired).toEqual([]);
          expect(world.leaveReports.map(({ ticket }) => ticket).sort()).toEqual(
            world.dialled.sort(),
          );
          await act(async () => widget.unmount());
        },
      ),
      {
        numRuns: runs,
        examples: [
          ...[[...helpfulSteps], earlyChoice, canceledRenewal, refusedRenewal],
          ...[typing, unpluggingWhileMuted, slowSwitches],
          ...[openRoomAfterEnd, emptyRoom, shortAbsence, sleeps],
        ].map(createExample),
      },
    );
    // A widget that never calls would pass everything above.
    expect(liveCallCount).toBeGreaterThan(runs / 20);
  },
  60_000 + runs * 2_000,
);
