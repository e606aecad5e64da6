import { countEvent } from '@/lib/analytics/count';
import {
  mountCallAt,
  denyMicrophone,
  leavePage,
  mountHook,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));

setUpFakeWorld();

/** What was counted, in order. */
const listCounted = () => jest.mocked(countEvent).mock.calls.map((call) => call.join(':'));

test('counts nothing before a press', async () => {
  mountHook();
  await performStep(undefined, 60_000);
  expect(listCounted()).toEqual([]);
});

const live = ['start_pressed', 'microphone_granted', 'call_active:3'];
const end = ({ getSession }: ReturnType<typeof mountHook>) => getSession().end();

test.each<[string, Parameters<typeof mountCallAt>, typeof end, string[]]>([
  ['the press', ['start'], () => undefined, live.slice(0, 1)],
  ['no denied microphone', ['start'], () => void denyMicrophone(), live.slice(0, 1)],
  ['the microphone once it is allowed', ['microphone'], () => undefined, live.slice(0, 2)],
  ['no microphone in a text call', ['live', 'text'], () => undefined, [live[0]!, live[2]!]],
  ['no end of a canceled call', ['join'], end, live.slice(0, 2)],
  ['no 30 seconds after a short call', ['live'], end, [...live, 'call_ended:visitor']],
])('counts %s', async (_, stage, act, counted) => {
  const widget = await mountCallAt(...stage);
  await performStep(() => act(widget));
  if (widget.getState().status === 'idle') await performStep(undefined, 60_000);
  expect(listCounted()).toEqual(counted);
});

test('counts a call with its start-up time, 30 seconds and the end', async () => {
  const widget = await mountCallAt('join');
  await performStep(undefined, 2_500);
  await performStep(() => world.room?.connectAssistant());
  expect(listCounted()).toEqual(['start_pressed', 'microphone_granted', 'call_active:3']);
  await performStep(undefined, 29_900);
  expect(listCounted()).not.toContain('call_30_seconds');
  await performStep(undefined, 100);
  expect(listCounted()).toContain('call_30_seconds');
  await performStep(() => widget.getSession().end());
  expect(listCounted().slice(4)).toEqual(['call_ended:visitor']);
});

test('measures from a press before the widget was loaded', async () => {
  const earlyWidget = mountHook({
    sdk: new Promise((resolve) => setTimeout(() => resolve(world.Sdk), 4_000)),
  });
  await performStep(() => earlyWidget.getSession().start('voice', Date.now() - 3_000));
  await performStep(undefined, 4_000);
  for (const answer of world.answers) await performStep(answer);
  expect(listCounted()).toContain('call_active:10');
});

test('measures the next call separately', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => widget.getSession().end(), 20_000);
  jest.mocked(countEvent).mockClear();
  await playUntil(widget, 'live');
  expect(listCounted()).toContain('call_active:3');
});

test('counts no end of a call that fails to start, but of one that breaks', async () => {
  const widget = await mountCallAt('microphone');
  await performStep(() => world.answerPost('provider_failed'));
  expect(listCounted().filter((event) => event.startsWith('call_'))).toEqual([]);
  await playUntil(widget, 'live');
  await performStep(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 600);
  expect(listCounted().at(-1)).toBe('call_ended:failed');
});

test('counts the end immediately when the page is left', async () => {
  await mountCallAt('live');
  leavePage();
  expect(listCounted().at(-1)).toBe('call_ended:left-page');
});
