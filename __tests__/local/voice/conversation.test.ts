/** @jest-environment node */
import { readToolCalls } from '@/lib/call/sdk/tool-calls';
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

function converse(
  plan: Partial<Plan> = {},
  level = () => 0,
  typing = false,
  sound: object = { microphoneLevel: level },
) {
  const over = new AbortController();
  const sent: Record<string, unknown>[] = [];
  const hangUps: { reason: string; at: number }[] = [];
  const startedAt = performance.now();
  const conversation = new Conversation({
    plan: { scenario: 'brief', language: 'en', pace: 'instant', ...plan },
    roomUrl: 'http://127.0.0.1:4310/rooms/1',
    sound: sound as Sound,
    send: (message) => sent.push({ ...message, at: performance.now() - startedAt }),
    hangUp: (reason) => {
      hangUps.push({ reason, at: performance.now() - startedAt });
      over.abort();
    },
    typing,
    signal: over.signal,
  });
  const finals = () =>
    sent.flatMap(({ transcriptType, transcript }) =>
      transcriptType === 'final' ? transcript : [],
    );
  /** What the page is told of tools, and when, in ms. */
  const work = () => sent.filter(({ type }) => String(type).startsWith('tool-calls'));
  return { conversation, over, sent, work, hangUps, finals };
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
  void conversation.run().catch(() => undefined);
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

describe('typed words', () => {
  /** A call in which the visitor says nothing, after the greeting. */
  async function greeted(plan: Partial<Plan> = {}, typing = true) {
    const call = converse({ scenario: 'silent', ...plan }, () => 0, typing);
    const run = call.conversation.run().catch(() => undefined);
    await jest.advanceTimersByTimeAsync(30_000);
    return { ...call, run };
  }

  test('are answered together, when several came', async () => {
    const { conversation, finals } = await greeted();
    conversation.hear('Well');
    conversation.hear('Is somebody there at the weekend?');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(finals()).toEqual([...lines.en.greeting, ...lines.en.human]);
  });

  test('interrupt the assistant in the middle of a sentence', async () => {
    const { conversation, sent, finals } = converse({ scenario: 'silent' });
    void conversation.run();
    await jest.advanceTimersByTimeAsync(800);
    conversation.hear('Which hours?');
    await jest.advanceTimersByTimeAsync(20_000);
    const [begun = '', ...rest] = finals() as string[];
    expect(lines.en.greeting[0]?.startsWith(begun)).toBe(true);
    expect(begun).not.toBe(lines.en.greeting[0]);
    expect(rest).toEqual(lines.en.hours);
    expect(sent.filter(({ type }) => type === 'user-interrupted')).toHaveLength(1);
    const speech = sent.flatMap(({ type, status }) => (type === 'speech-update' ? status : []));
    expect(speech).toEqual(['started', 'stopped', 'started', 'stopped']);
  });

  test('interrupt the voice as well', async () => {
    const voice = { stop: jest.fn() };
    const sound = { microphoneLevel: () => 0, decode: () => ({ duration: 2 }), play: () => voice };
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('clip'));
    const { conversation } = converse({ scenario: 'silent' }, undefined, false, sound);
    void conversation.run();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(voice.stop).not.toHaveBeenCalled();
    conversation.hear('Which hours?');
    await jest.advanceTimersByTimeAsync(0);
    expect(voice.stop).toHaveBeenCalledTimes(1);
  });

  test('end the call with a goodbye', async () => {
    const { conversation, finals, hangUps, run } = await greeted();
    conversation.hear('Thanks, bye!');
    await jest.advanceTimersByTimeAsync(30_000);
    await run;
    expect(finals()).toEqual([...lines.en.greeting, ...lines.en.goodbye]);
    expect(hangUps.map(({ reason }) => reason)).toEqual(['assistant-ended-call']);
  });

  test('keep a call that was about to end', async () => {
    const { conversation, finals, hangUps } = await greeted();
    conversation.hear('Bye');
    await jest.advanceTimersByTimeAsync(1_000);
    conversation.hear('Wait, is my data safe?');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(finals().slice(-2)).toEqual(lines.en.data);
    expect(hangUps).toEqual([]);
  });

  test('take longer than speech before the assistant asks whether anybody is there', async () => {
    const { conversation, finals, hangUps } = converse({}, () => 0, true);
    void conversation.run().catch(() => undefined);
    await jest.advanceTimersByTimeAsync(55_000);
    expect(finals()).toEqual([lines.en.greeting[0]]);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(finals()).toEqual([lines.en.greeting[0], lines.en.nudge[0]]);
    conversation.hear('Hello');
    await jest.advanceTimersByTimeAsync(55_000);
    expect(finals().at(-1)).toBe(lines.en.hello[0]);
    expect(hangUps).toEqual([]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(hangUps.map(({ reason }) => reason)).toEqual(['silence-timed-out']);
  });

  test('leave the script where it was', async () => {
    // Talks for a second in every ten.
    const level = () => (performance.now() % 10_000 < 1_000 ? 0.1 : 0.001);
    const { conversation, finals } = converse({}, level);
    void conversation.run().catch(() => undefined);
    await jest.advanceTimersByTimeAsync(5_000);
    conversation.hear('Hello');
    await jest.advanceTimersByTimeAsync(20_000);
    const said = finals().filter((text) => text !== lines.en.visitor[0]);
    expect(said.slice(0, 3)).toEqual([
      lines.en.greeting[0],
      lines.en.hello[0],
      lines.en.support[0],
    ]);
  });
});

describe('work', () => {
  const told = (call: ReturnType<typeof converse>) =>
    call.work().map(({ type, toolCallList, toolCallResult }) => {
      const [used] = (toolCallList ?? []) as { function: { name: string } }[];
      const { name } = used?.function ?? (toolCallResult as { name: string });
      return `${String(type)} ${name}`;
    });
  const moved = [
    'tool-calls move_appointment',
    'tool-calls-result move_appointment',
    'tool-calls note_in_crm',
    'tool-calls-result note_in_crm',
  ];

  test('is done in the demo, between what is said of it', async () => {
    const call = converse({ scenario: 'demo' }, () =>
      performance.now() % 20_000 < 1_000 ? 0.1 : 0.001,
    );
    const run = call.conversation.run();
    await jest.advanceTimersByTimeAsync(200_000);
    await run;
    expect(told(call)).toEqual(moved);
    const place = (text: string) => call.sent.findIndex(({ transcript }) => transcript === text);
    const [begun, , , ended] = call.work().map((message) => call.sent.indexOf(message));
    expect(place(lines.en.moving[1]!)).toBeLessThan(begun!);
    expect(place(lines.en.moved[0]!)).toBeGreaterThan(ended!);
    expect(call.hangUps.map(({ reason }) => reason)).toEqual(['assistant-ended-call']);
  });

  test('takes 1.2 s, and its result names the call', async () => {
    const call = converse({ scenario: 'silent' });
    void call.conversation.run();
    await jest.advanceTimersByTimeAsync(30_000);
    call.conversation.hear('Move my appointment to Friday morning.');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(told(call)).toEqual(moved);
    const [first, second] = call.work();
    expect(Number(second?.at) - Number(first?.at)).toBeCloseTo(1_200, -1);
    const [used] = first?.toolCallList as { id: string; function: { arguments: string } }[];
    expect(second?.toolCallResult).toMatchObject({ toolCallId: used?.id, result: 'moved' });
    expect(JSON.parse(used!.function.arguments)).toMatchObject({ time: '10:00' });
  });

  test.each([
    ['a Monday', new Date(2026, 10, 23), '2026-11-27'],
    ['a Thursday', new Date(2026, 10, 26), '2026-11-27'],
    ['a Friday', new Date(2026, 10, 27), '2026-12-04'],
    ['a Saturday', new Date(2026, 11, 26), '2027-01-01'],
  ])('moves the appointment to the next Friday, from %s', async (_, today, friday) => {
    jest.setSystemTime(today);
    const call = converse({ scenario: 'silent' });
    void call.conversation.run();
    call.conversation.hear('Move my appointment.');
    await jest.advanceTimersByTimeAsync(20_000);
    const [message] = readToolCalls(call.work()[0]!);
    expect(message).toMatchObject({ tool: 'move_appointment', args: { date: friday } });
  });

  test('is noted in the CRM, when that is asked for', async () => {
    const call = converse({ scenario: 'silent', language: 'cs' });
    void call.conversation.run();
    await jest.advanceTimersByTimeAsync(30_000);
    call.conversation.hear('Umíte to zapsat do našeho CRM?');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(told(call)).toEqual(moved.slice(2));
    expect(call.finals().slice(-2)).toEqual(lines.cs.crm);
  });
});
