/** @jest-environment node */
import lines from '@/local/voice/lines.json';
import { Conversation } from '@/local/voice/machine/conversation';
import type { Sound } from '@/local/voice/machine/sound';
import type { Plan } from '@/local/voice/scenarios';

beforeEach(() => {
  jest.useFakeTimers();
  // No clips: the assistant has captions only.
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => jest.useRealTimers());

function converse(plan: Partial<Plan> = {}, level = () => 0) {
  const over = new AbortController();
  const sent: Record<string, unknown>[] = [];
  const hangUps: { reason: string; at: number }[] = [];
  const startedAt = performance.now();
  const conversation = new Conversation({
    plan: { scenario: 'brief', language: 'en', pace: 'instant', ...plan },
    roomUrl: 'http://127.0.0.1:4310/rooms/1',
    sound: { microphoneLevel: level } as Sound,
    send: (message) => sent.push(message),
    hangUp: (reason) => {
      hangUps.push({ reason, at: performance.now() - startedAt });
      over.abort();
    },
    signal: over.signal,
  });
  const finals = () =>
    sent.flatMap(({ transcriptType, transcript }) =>
      transcriptType === 'final' ? transcript : [],
    );
  return { conversation, over, sent, hangUps, finals };
}

test('a visitor who says nothing is asked once, and then the call ends', async () => {
  const { conversation, finals, hangUps } = converse();
  const run = conversation.run().catch(() => undefined);
  await jest.advanceTimersByTimeAsync(60_000);
  await run;
  expect(finals()).toEqual([lines.en.greeting[0], lines.en.nudge[0]]);
  expect(hangUps.map(({ reason }) => reason)).toEqual(['silence-timed-out']);
  expect(hangUps[0]!.at).toBeGreaterThan(28_000);
  expect(hangUps[0]!.at).toBeLessThan(50_000);
});

test('the silent assistant keeps waiting', async () => {
  const { conversation, finals, hangUps } = converse({ scenario: 'silent', language: 'cs' });
  void conversation.run();
  await jest.advanceTimersByTimeAsync(300_000);
  expect(finals()).toEqual(lines.cs.greeting);
  expect(hangUps).toEqual([]);
});

test('without clips the conversation goes on in captions', async () => {
  // Talks for a second in every five.
  const { conversation, finals, hangUps } = converse({}, () =>
    performance.now() % 5000 < 1000 ? 0.1 : 0.001,
  );
  const run = conversation.run();
  await jest.advanceTimersByTimeAsync(60_000);
  await run;
  const visitor = lines.en.visitor[0];
  expect(finals()).toEqual([
    lines.en.greeting[0],
    visitor,
    lines.en.support[0],
    visitor,
    lines.en.integrations[0],
    visitor,
    lines.en.goodbye[0],
  ]);
  expect(hangUps.map(({ reason }) => reason)).toEqual(['assistant-ended-call']);
});

test('"say" waits for the present turn, and can end the call', async () => {
  const { conversation, finals, hangUps } = converse({ scenario: 'silent' });
  void conversation.run();
  void conversation.say('One more thing.', true);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(finals()).toEqual([...lines.en.greeting, 'One more thing.']);
  expect(hangUps.map(({ reason }) => reason)).toEqual(['assistant-ended-call']);
});

test('the end of the call stops it at once', async () => {
  const { conversation, over, sent } = converse();
  const run = conversation.run();
  await jest.advanceTimersByTimeAsync(500);
  const { length } = sent;
  over.abort();
  await expect(run).rejects.toThrow('aborted');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(length).toBeGreaterThan(1);
  expect(sent).toHaveLength(length);
});
