import type { Page } from '@playwright/test';
import lines from '../../local/voice/lines.json' with { type: 'json' };
import type { Recorded } from './harness';
import { settled } from '../test';
import { expect, expectReleased, stateOf, test, until } from './harness';

const named = (events: Recorded[], name: string) => events.filter((event) => event.name === name);
const messages = (events: Recorded[], fields: Record<string, unknown>) =>
  named(events, 'message').filter(({ detail }) =>
    Object.entries(fields).every(
      ([key, value]) => (detail as Record<string, unknown>)[key] === value,
    ),
  );
const texts = (events: Recorded[]) =>
  events.map(({ detail }) => (detail as { transcript: string }).transcript);
const levels = (events: Recorded[], name: string, from = 0, to = Infinity) =>
  named(events, name)
    .filter(({ at }) => at >= from && at <= to)
    .map(({ detail }) => detail as number);

/** Nothing is left of the call: no open microphone, no sound machinery, nothing refused by the policy. */
async function expectNothingLeft(page: Page) {
  await expectReleased(page);
  const { violations, rejections } = await stateOf(page);
  expect({ violations, rejections }).toEqual({ violations: [], rejections: [] });
}

for (const language of ['en', 'cs'] as const) {
  test(`a whole conversation, ${language}`, async ({ page, harness }) => {
    await harness.open();
    await harness.call(`brief-${language}-instant`);

    await until(page, 'message', { type: 'speech-update', role: 'assistant', status: 'started' });
    await expect.poll(async () => (await stateOf(page)).playing).toBe(true);
    expect((await stateOf(page)).tracks).toEqual([{ readyState: 'live', enabled: true }]);

    const events = await until(page, 'call-end', {}, 60_000);
    const script = lines[language];
    const turns = [script.greeting, script.support, script.integrations, script.goodbye];
    expect(texts(messages(events, { role: 'assistant', transcriptType: 'final' }))).toEqual(
      turns.map(([sentence]) => sentence),
    );
    expect(texts(messages(events, { role: 'user', transcriptType: 'final' }))).toEqual(
      Array(3).fill(script.visitor[0]),
    );

    // The greeting grows word by word, and is heard while it does.
    const greeting = messages(events, { role: 'assistant', transcriptType: 'final' })[0]!;
    const partials = texts(
      messages(events, { role: 'assistant', transcriptType: 'partial' }).filter(
        ({ at }) => at <= greeting.at,
      ),
    );
    expect(partials.length).toBe(script.greeting[0]!.split(' ').length);
    for (const partial of partials) expect(script.greeting[0]!.startsWith(partial)).toBe(true);
    const loud = levels(events, 'volume-level', greeting.at - 1500, greeting.at);
    expect(loud.length).toBeGreaterThan(9);
    expect(Math.max(...loud)).toBeGreaterThan(0.3);

    // Each side speaks in turn.
    const speech = messages(events, { type: 'speech-update' }).map(({ detail }) => {
      const { role, status } = detail as { role: string; status: string };
      return `${role} ${status}`;
    });
    const turn = (role: string) => [`${role} started`, `${role} stopped`];
    const once = [...turn('assistant'), ...turn('user')];
    expect(speech).toEqual([...once, ...once, ...once, ...turn('assistant')]);
    expect(Math.max(...levels(events, 'local-volume-level', 0, Infinity))).toBeGreaterThan(0.05);

    // A regular hang-up: the reason, then the closed room as an error, then the end.
    const tail = events
      .filter(({ name }) => ['error', 'call-end', 'message'].includes(name))
      .slice(-3)
      .map(({ name, detail }) => [name, detail]);
    expect(tail).toMatchObject([
      ['message', { type: 'status-update', status: 'ended', endedReason: 'assistant-ended-call' }],
      ['error', { type: 'daily-error', error: { errorMsg: 'Meeting has ended' } }],
      ['call-end', null],
    ]);
    await expectNothingLeft(page);
    expect((await stateOf(page)).players).toBe(0);
  });
}

test('mute disables the microphone track, and the level shows it', async ({ page, harness }) => {
  await harness.open();
  await harness.call('silent-instant');
  await until(page, 'local-volume-level');
  const setMuted = (muted: boolean) =>
    page.evaluate((value) => window.voice.vapi.setMuted(value), muted);
  const isMuted = () => page.evaluate(() => window.voice.vapi.isMuted());
  /** Of the levels from now on; the first ones may still be older. */
  const loudest = async () => {
    const { length } = levels((await stateOf(page)).events, 'local-volume-level');
    const since = async () =>
      levels((await stateOf(page)).events, 'local-volume-level').slice(length + 3);
    // The fake microphone beeps once a second, the meter tells ten levels in that time.
    await expect.poll(async () => (await since()).length).toBeGreaterThan(15);
    return Math.max(...(await since()));
  };

  expect(await loudest()).toBeGreaterThan(0.05);
  await setMuted(true);
  await expect.poll(isMuted).toBe(true);
  expect((await stateOf(page)).tracks).toEqual([{ readyState: 'live', enabled: false }]);
  expect(await loudest()).toBeLessThan(0.001);
  await setMuted(false);
  await expect.poll(isMuted).toBe(false);
  expect((await stateOf(page)).tracks).toEqual([{ readyState: 'live', enabled: true }]);
  expect(await loudest()).toBeGreaterThan(0.05);
});

test('the visitor ends the call', async ({ page, harness }) => {
  await harness.open();
  await harness.call('demo');
  await until(page, 'message', { type: 'speech-update' });
  await page.evaluate(() => window.voice.vapi.stop());
  const events = await until(page, 'call-end');
  expect(named(events, 'error')).toEqual([]);
  expect(messages(events, { status: 'ended' }).map(({ detail }) => detail)).toEqual([
    { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' },
  ]);
  await expectNothingLeft(page);

  // The same object can call again.
  await harness.call('demo');
  await expect.poll(async () => named((await stateOf(page)).events, 'call-start').length).toBe(2);
});

for (const scenario of ['slow-join', 'slow-assistant', 'never-answers', 'join-hanging']) {
  test(`the visitor gives up during ${scenario}`, async ({ page, harness }) => {
    await page.clock.install();
    await harness.open();
    await harness.call(`${scenario}-instant`);
    await expect.poll(async () => (await stateOf(page)).tracks.length).toBe(1);
    await page.evaluate(() => window.voice.vapi.stop());
    await expectNothingLeft(page);
    const { length } = (await stateOf(page)).events;
    await page.clock.fastForward(10_000);
    await settled(page);
    const { events } = await stateOf(page);
    expect(named(events, 'call-start')).toEqual([]);
    expect(events.slice(length)).toEqual([]);
  });
}

test('a microphone allowed after the visitor gave up is closed at once', async ({
  page,
  harness,
}) => {
  await harness.open();
  await page.evaluate(() => window.voice.keepAsking());
  await harness.call('demo-instant');
  await expect.poll(async () => (await stateOf(page)).contexts.length).toBe(1);
  await page.evaluate(() => window.voice.vapi.stop());
  expect((await stateOf(page)).tracks).toEqual([]);
  await page.evaluate(() => window.voice.allow());
  await expect.poll(async () => (await stateOf(page)).tracks.length).toBe(1);
  await expectNothingLeft(page);
});

test('a microphone that hears nothing works once another one is chosen', async ({
  page,
  harness,
}) => {
  await harness.open();
  await harness.call('silent-microphone-instant');
  const stopped = { type: 'speech-update', role: 'assistant', status: 'stopped' };
  const before = levels(await until(page, 'message', stopped), 'local-volume-level').length;
  const heard = async () =>
    levels((await stateOf(page)).events, 'local-volume-level').length - before;
  await expect.poll(heard).toBeGreaterThan(20);
  const { events } = await stateOf(page);
  expect(Math.max(...levels(events, 'local-volume-level', 0, Infinity))).toBeLessThan(0.001);
  expect(messages(events, { role: 'user' })).toEqual([]);

  const reply = await page.evaluate(async () => {
    const devices = await navigator.mediaDevices.enumerateDevices();
    const { deviceId } = devices.filter(({ kind }) => kind === 'audioinput').at(-1)!;
    const answer = await window.voice.vapi
      .getDailyCallObject()!
      .setInputDevicesAsync({ audioDeviceId: deviceId });
    return { deviceId, answer };
  });
  expect(reply.answer).toMatchObject({ mic: { deviceId: reply.deviceId } });
  expect((await stateOf(page)).tracks).toEqual([
    { readyState: 'ended', enabled: true },
    { readyState: 'live', enabled: true },
  ]);
  await until(page, 'message', { role: 'user', transcriptType: 'final' });
});

test('a press lets the assistant be heard where playback was blocked', async ({
  page,
  harness,
}) => {
  await harness.open();
  await harness.call('playback-blocked');
  const events = await until(page, 'error', { type: 'audio-start-failed' });
  expect(named(events, 'error')).toMatchObject([
    { detail: { error: { name: 'NotAllowedError' } } },
  ]);
  await settled(page);
  expect(named((await stateOf(page)).events, 'call-start')).toEqual([]);

  await page.getByLabel('Assistant').click();
  await page.evaluate(async () => {
    const call = window.voice.vapi.getDailyCallObject()!;
    const remote = Object.values(call.participants()).find(({ local }) => !local)!;
    const audio = document.createElement('audio');
    audio.dataset.participantId = 'own';
    audio.srcObject = new MediaStream([remote.tracks.audio.persistentTrack!]);
    document.body.append(audio);
    await audio.play();
    call.sendAppMessage('playable');
  });
  await until(page, 'call-start');
  await expect.poll(async () => (await stateOf(page)).playing).toBe(true);
});

test('the noise filter’s recovery un-mutes the visitor, as the SDK does it', async ({
  page,
  harness,
}) => {
  await harness.open();
  await harness.call('noise-filter-drops-instant');
  await until(page, 'local-volume-level');
  await page.evaluate(() => window.voice.vapi.setMuted(true));
  const enabled = async () => (await stateOf(page)).tracks.map((track) => track.enabled);
  await expect.poll(enabled).toEqual([false]);
  await expect.poll(enabled).toEqual([true]);
  expect(named((await stateOf(page)).events, 'call-end')).toEqual([]);
});
