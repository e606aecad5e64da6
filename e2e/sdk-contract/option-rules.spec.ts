import { differs, expect, holds } from './contract';

holds('5.user-data.json', async (page) => {
  const said = await page.evaluate(async () => {
    const call = window.lab.call();
    const circular: { self?: unknown } = {};
    circular.self = circular;
    return [
      await window.lab.refusal(() => call.setUserData({ name: 'Jana', tags: ['a', 1, null] })),
      await window.lab.refusal(() => call.setUserData(circular)),
      await window.lab.refusal(() => call.setUserData({ big: 1n })),
    ];
  });
  expect(said).toEqual([
    null,
    expect.stringContaining('userData must be serializable to JSON'),
    expect.stringContaining('userData must be serializable to JSON'),
  ]);
});

holds(['5.user-data.size', '9.limit.user-data'], async (page) => {
  const said = await page.evaluate(async () => {
    const call = window.lab.call();
    const dataOf = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });
    return [
      await window.lab.refusal(() => call.setUserData('x'.repeat(4096))),
      await window.lab.refusal(() => call.setUserData(dataOf(4096))),
      await window.lab.refusal(() => call.setUserData('x'.repeat(4097))),
      await window.lab.refusal(() => call.setUserData(dataOf(4097))),
    ];
  });
  const refused = 'userData is too large (4097 characters). Maximum size suppported is 4096.';
  expect(said).toEqual([null, null, refused, refused]);
});

holds('5.interval', async (page) => {
  const [remote, local, sentence] = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    const values = [100, 101, 5_000, 99, 1, -100, '200'] as number[];
    return [
      await lab.allowed(values, (ms) => call.startRemoteParticipantsAudioLevelObserver(ms)),
      await lab.allowed(values, (ms) => call.startLocalAudioLevelObserver(ms)),
      await lab.refusal(() => call.startLocalAudioLevelObserver(99)),
    ] as const;
  });
  const expected = [true, true, true, false, false, false, false];
  expect([remote, local]).toEqual([expected, expected]);
  expect(sentence).toBe('The interval must be a number greater than or equal to 100 milliseconds.');
});

holds(['5.custom-track.length', '9.limit.track-name'], async (page) => {
  const allowed = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    return lab.allowed([1, 50, 51], (length) =>
      call.startCustomTrack({ track: lab.soundTrack(), trackName: 'n'.repeat(length) }),
    );
  });
  expect(allowed).toEqual([true, true, false]);
});

holds('5.custom-track.reserved', async (page) => {
  const [allowed, sentence] = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    const start = (trackName: string) =>
      call.startCustomTrack({ track: lab.soundTrack(), trackName });
    const names = [
      'mine',
      'cam-audio',
      'cam-video',
      'screen-video',
      'screen-audio',
      'rmpAudio',
      'rmpVideo',
      'customVideoDefaults',
    ];
    return [await lab.allowed(names, start), await lab.refusal(() => start('cam-audio'))] as const;
  });
  expect(allowed).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
  expect(sentence).toContain('must not match a track name already used');
});

holds('5.custom-track.mode', async (page) => {
  const allowed = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    const modes = ['music', 'speech', { bitrate: 64_000, stereo: true }, undefined, 'noise', 7];
    return lab.allowed(modes as 'music'[], (mode) =>
      call.startCustomTrack({ track: lab.soundTrack(), mode }),
    );
  });
  expect(allowed).toEqual([true, true, true, true, false, false]);
});

differs('5.recording.type', 'one more: cloud-audio-only', async (page) => {
  const [allowed, sentence] = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    const start = (type: string) => call.startRecording({ type } as object);
    const types = ['cloud', 'raw-tracks', 'local', 'cloud-audio-only', 'tape'];
    return [await lab.allowed(types, start), await lab.refusal(() => start('tape'))] as const;
  });
  expect(allowed).toEqual([true, true, true, true, false]);
  expect(sentence).toBe(
    "invalid type: tape, allowed values 'cloud', 'cloud-audio-only', 'raw-tracks', or 'local'",
  );
});

const simulcastDifference =
  'checked for the camera only; a remote media player that is given encodings fails, whatever they are';

differs('5.simulcast.array', simulcastDifference, async (page) => {
  const [allowed, player] = await page.evaluate(async () => {
    const { lab } = window;
    const layer = { maxBitrate: 100_000 };
    const allowedValues = await lab.allowed([[layer], layer, 'layer'], (camSimulcastEncodings) =>
      lab.call({ allowMultipleCallInstances: true, dailyConfig: { camSimulcastEncodings } }),
    );
    const call = lab.call({ allowMultipleCallInstances: true });
    const settings = { state: 'play', simulcastEncodings: [layer] } as object;
    const url = 'https://voice.test/film.mp4';
    return [
      allowedValues,
      await lab.refusal(() => call.startRemoteMediaPlayer({ url, settings })),
    ] as const;
  });
  expect(allowed).toEqual([true, false, false]);
  expect(player).toContain('validateSimulcastEncodings');
});

holds(['5.simulcast.layers', '9.limit.simulcast'], async (page) => {
  const [allowed, logged] = await page.evaluate(async () => {
    const { lab } = window;
    const results = await lab.allowed([0, 1, 2, 3, 4], (layers) =>
      lab.call({
        allowMultipleCallInstances: true,
        dailyConfig: {
          camSimulcastEncodings: Array.from({ length: layers }, () => ({ maxBitrate: 100_000 })),
        },
      }),
    );
    return [results, lab.logged.map(({ text }) => text).join('\n')] as const;
  });
  expect(allowed).toEqual([false, true, true, true, false]);
  expect(logged).toContain('encodings must be an Array with between 1 to 3 layers');
});

holds('5.network-test', async (page) => {
  const [said, requests] = await page.evaluate(async () => {
    const { lab } = window;
    const call = lab.call();
    const { mediaDevices } = navigator;
    const [live] = (await mediaDevices.getUserMedia({ video: true })).getVideoTracks();
    const ended = live?.clone();
    ended?.stop();
    const test = (track: unknown) =>
      lab.refusal(() => call.testNetworkConnectivity(track as MediaStreamTrack));
    const refusals = [await test(undefined), await test('track'), await test(ended)];
    const before = window.machine.of('test-network-connectivity').length;
    return [
      [...refusals, await test(live)],
      [before, window.machine.of('test-network-connectivity').length],
    ] as const;
  });
  expect(said).toEqual(['Video track error', 'Video track error', 'Video track error', null]);
  expect(requests).toEqual([0, 1]);
});

holds(
  '5.app-message',
  async (page) => {
    const said = await page.evaluate(async () => {
      const { lab } = window;
      const call = await lab.joined();
      // Two characters are the quotation marks of the JSON.
      const send = (length: number) =>
        lab.refusal(() => call.sendAppMessage('x'.repeat(length - 2)));
      const usual = [await send(4096), await send(4097)];
      await call.destroy();
      window.machinePlan = { internal: { _maxAppMessageSize: 10 } };
      const other = await lab.joined();
      return [...usual, await lab.refusal(() => other.sendAppMessage('x'.repeat(9)))];
    });
    expect(said).toEqual([
      null,
      'Message data too large. Max size is 4096',
      'Message data too large. Max size is 10',
    ]);
  },
  '4096 characters of JSON, unless the call machine names another size',
);
