import type { CallSession } from '@/lib/call/session/call-session';
import {
  denyMicrophone,
  leavePage,
  mountPage,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
  type stages,
} from './call-fixture';

setUpFakeWorld();

const sendCount = jest.fn<void, [event: string, detail?: string]>();
const listCounted = () => sendCount.mock.calls.map((counted) => counted.filter(Boolean).join(':'));

let session: CallSession;
beforeEach(async () => {
  window.sendCount = sendCount;
  ({ session } = mountPage());
  await performStep();
});
afterEach(() => delete window.sendCount);

const live = ['start_pressed', 'microphone_granted', 'call_active:3'];
const lose = () => world.room?.close({ type: 'connection-error', msg: 'lost' });

it.each<[string, (typeof stages)[number], 'voice' | 'text', () => unknown, string[]]>([
  ['the press', 'start', 'voice', () => undefined, ['start_pressed']],
  ['no denied microphone', 'start', 'voice', () => void denyMicrophone(), ['start_pressed']],
  ['the microphone once it is allowed', 'microphone', 'voice', () => undefined, live.slice(0, 2)],
  ['no microphone in a text call', 'live', 'text', () => undefined, [live[0]!, live[2]!]],
  ['no end of a canceled call', 'join', 'voice', () => session.end(), live.slice(0, 2)],
  ['a short call', 'live', 'voice', () => session.end(), [...live, 'call_ended:visitor']],
  ['the end when the page is left', 'live', 'voice', leavePage, [...live, 'call_ended:left-page']],
  ['a call that breaks', 'live', 'voice', lose, [...live, 'call_ended:failed']],
])('counts %s', async (_, stage, input, act, counted) => {
  expect(listCounted()).toEqual([]);
  await playUntil({ session }, stage, input);
  await performStep(act);
  expect(listCounted()).toEqual(counted);
  if (session.state.get().status !== 'idle') return;
  await performStep(undefined, 60_000);
  expect(listCounted()).toEqual(counted);
});

it('counts a call with its start-up time, 30 seconds and the end', async () => {
  await playUntil({ session }, 'join');
  await performStep(undefined, 2_500);
  await performStep(() => world.room?.connectAssistant());
  expect(listCounted()).toEqual(live);
  await performStep(undefined, 29_900);
  expect(listCounted()).toEqual(live);
  await performStep(undefined, 100);
  await performStep(() => session.end());
  expect(listCounted().slice(3)).toEqual(['call_30_seconds', 'call_ended:visitor']);
});

it('measures from a press before the widget was loaded', async () => {
  session.start('voice', Date.now() - 7_000);
  for (const answer of world.answers) await performStep(answer);
  expect(listCounted()).toContain('call_active:10');
});
