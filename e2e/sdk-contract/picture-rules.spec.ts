import { expect, holds } from './contract';

const camera = [
  'default-video',
  'bandwidth-optimized',
  'bandwidth-and-quality-balanced',
  'quality-optimized',
  'adaptive-2-layers',
  'adaptive-3-layers',
];
const screen = [
  'default-screen-video',
  'detail-optimized',
  'motion-optimized',
  'motion-and-detail-balanced',
];

holds('5.send.camera', async (page) => {
  const [allowed, sentence] = await page.evaluate(
    async (presets) => {
      const { lab } = window;
      const call = lab.call();
      const send = (video: string) => call.updateSendSettings({ video } as never);
      return [
        await lab.allowed(presets, send),
        await lab.refusal(() => send('no-preset')),
      ] as const;
    },
    [...camera, ...screen],
  );
  expect(allowed).toEqual([...camera.map(() => true), ...screen.map(() => false)]);
  // The refusal names every preset there is.
  expect(sentence).toMatch(new RegExp(`: ${camera.join(',')}$`));
});

holds('5.send.screen', async (page) => {
  const [allowed, sentence] = await page.evaluate(
    async (presets) => {
      const { lab } = window;
      const call = lab.call();
      const send = (screenVideo: string) => call.updateSendSettings({ screenVideo } as never);
      return [
        await lab.allowed(presets, send),
        await lab.refusal(() => send('no-preset')),
      ] as const;
    },
    [...screen, ...camera],
  );
  expect(allowed).toEqual([...screen.map(() => true), ...camera.map(() => false)]);
  expect(sentence).toMatch(new RegExp(`: ${screen.join(',')}$`));
});

holds('5.send.quality', async (page) => {
  const allowed = await page.evaluate(() => {
    const call = window.lab.call();
    return window.lab.allowed(['low', 'medium', 'high', 'best', 2], (maxQuality) =>
      call.updateSendSettings({ video: { maxQuality } } as never),
    );
  });
  expect(allowed).toEqual([true, true, true, false, false]);
});

holds(['5.player.volume', '9.limit.player-volume'], async (page) => {
  const allowed = await page.evaluate(async () => {
    const { lab } = window;
    const call = await lab.joined();
    return lab.allowed([0, 0.5, 2, 2.01, -0.01, '1'], (volume) => {
      const settings = { state: 'play', volume } as object;
      return call.startRemoteMediaPlayer({ url: 'https://voice.test/film.mp4', settings });
    });
  });
  expect(allowed).toEqual([true, true, true, false, false, false]);
});

holds('5.background.blur', async (page) => {
  const allowed = await page.evaluate(() => {
    const call = window.lab.call();
    return window.lab.allowed([0.01, 0.5, 1, 0, -0.5, 1.01, '0.5'], (strength) => {
      const processor = { type: 'background-blur', config: { strength } };
      return call.updateInputSettings({ video: { processor } } as object);
    });
  });
  expect(allowed).toEqual([true, true, true, false, false, false, false]);
});

holds(['5.background.selection', '9.limit.background'], async (page) => {
  const allowed = await page.evaluate(() => {
    const call = window.lab.call();
    return window.lab.allowed([1, 2, 9, 10, 0, 11, -1, 1.5, 'none'], (source) => {
      const processor = { type: 'background-image', config: { source } };
      return call.updateInputSettings({ video: { processor } } as object);
    });
  });
  expect(allowed).toEqual([true, true, true, true, false, false, false, false, false]);
});

holds('5.background.source', async (page) => {
  const allowed = await page.evaluate(() => {
    const call = window.lab.call();
    const sources = [
      'default',
      'https://voice.test/beach.jpg',
      'https://voice.test/beach.png',
      new ArrayBuffer(8),
      'https://voice.test/beach.tiff',
    ];
    return window.lab.allowed<unknown>(sources, (source) => {
      const processor = { type: 'background-image', config: { source } };
      return call.updateInputSettings({ video: { processor } } as object);
    });
  });
  expect(allowed).toEqual([true, true, true, true, false]);
});
