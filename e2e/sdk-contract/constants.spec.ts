import type { Page } from '@playwright/test';
import { formatTitle, type Finding, type Ids } from '@/__tests__/sdk-contract/assumptions';
import { expect, testHolds, openLab, test } from './contract';
import { bundleSdk, type Mutation } from './scripts';

type PageTest = (page: Page) => Promise<void>;

/** Sends remote audio levels one after another in one call. @returns the SDK's events for each */
const emitLevels = (page: Page, levels: number[][]) =>
  page.evaluate(async (values) => {
    const { lab } = window;
    await lab.dial();
    const events: { speaking: boolean; volume: number }[] = [];
    for (const value of values) {
      await lab.sendAudioLevels(...value);
      const speaking =
        lab.getPayloads('speech-start').length > lab.getPayloads('speech-end').length;
      events.push({ speaking, volume: lab.getPayloads('volume-level').at(-1) });
    }
    return events;
  }, levels);

const testSpeechThreshold: PageTest = async (page) => {
  const events = await emitLevels(page, [[0], [0.01], [0.0101]]);
  expect(events.map(({ speaking }) => speaking)).toEqual([false, false, true]);
};

const createVolumeTest =
  (levels: number[][], volumes: unknown[]): PageTest =>
  async (page) => {
    const events = await emitLevels(page, levels);
    expect(events.map(({ volume }) => volume)).toEqual(volumes);
  };
const testVolumeFormula = createVolumeTest(
  [[0.03], [0.03, 0.045], [0.15]],
  [0.2, 0.5, 1].map((volume) => expect.closeTo(volume, 10)),
);

const countCalls = (page: Page, name: string) =>
  page.evaluate((event) => window.lab.getPayloads(event).length, name);

/** Sends speech and waits for its event while the clock is paused. */
async function sendSpeech(page: Page): Promise<void> {
  const before = await countCalls(page, 'volume-level');
  await page.evaluate(() => void window.lab.sendAudioLevels(0.5));
  await expect.poll(() => countCalls(page, 'volume-level')).toBe(before + 1);
}

const testSpeechEnd: PageTest = async (page) => {
  await page.clock.install();
  await page.reload();
  await page.evaluate(() => window.lab.dial());
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  // The second time restarts the delay.
  for (let times = 0; times < 2; times += 1) {
    await sendSpeech(page);
    await page.clock.runFor(999);
    expect(await countCalls(page, 'speech-end')).toBe(0);
  }
  await page.clock.runFor(1);
  expect(await countCalls(page, 'speech-end')).toBe(1);
};

/** Tests the call machine's request in a call whose video is recorded. */
const createRequestTest =
  (action: string, fields: Record<string, unknown>): PageTest =>
  async (page) => {
    const request = await page.evaluate(async (name) => {
      await window.lab.dial(window.lab.recorded);
      return window.lab.waitForRequest(name);
    }, action);
    expect(request).toEqual(expect.objectContaining(fields));
  };
const testObserverInterval = createRequestTest('start-remote-participants-audio-level-observer', {
  interval: 100,
});
const testRecordingSize = createRequestTest('local-recording-start', { width: 1280, height: 720 });

/** Loads the call machine with a paused clock, so that minutes of waiting take no time. */
async function startLoading(page: Page, answer: Parameters<Page['route']>[1]): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route('**/call-machine.js', answer);
  await page.evaluate(() => {
    const call = window.lab.call();
    for (const name of ['load-attempt-failed', 'error']) window.lab.recordEvents(call, name);
    call.load().catch(() => {});
  });
}
const countFailures = (page: Page) => countCalls(page, 'load-attempt-failed');

const testLoadAttempts: PageTest = async (page) => {
  let requests = 0;
  await startLoading(page, (route) => {
    requests += 1;
    return route.abort();
  });
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => countFailures(page)).toBe(attempt);
    expect(requests).toBe(attempt);
    await page.clock.runFor(3_000);
  }
  await page.clock.runFor(60_000);
  expect(requests).toBe(3);
  const error = { type: 'connection-error', msg: 'Failed to load call object bundle.' };
  expect(await page.evaluate(() => window.lab.getPayloads('error'))).toMatchObject([{ error }]);
};

const testLoadPause: PageTest = async (page) => {
  await startLoading(page, (route) => route.abort());
  const scripts = page.locator('script[src$="call-machine.js"]');
  await expect.poll(() => countFailures(page)).toBe(1);
  await page.clock.runFor(2_999);
  expect(await scripts.count()).toBe(1);
  await page.clock.runFor(1);
  expect(await scripts.count()).toBe(2);
};

const testLoadTimeout: PageTest = async (page) => {
  // The request stays unanswered.
  await startLoading(page, () => {});
  await page.clock.runFor(19_999);
  expect(await countFailures(page)).toBe(0);
  await page.clock.runFor(1);
  expect(await countFailures(page)).toBe(1);
};

const testVersion: PageTest = async (page) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const found = await page.evaluate(() => {
    const { lab } = window;
    const call = lab.call({ dailyConfig: { avoidEval: true } });
    call.load().catch(() => {});
    return lab.library.default.version();
  });
  expect(found).toBe('0.87.0');
  const machine = /^https:\/\/c\.daily\.co\/.*call-machine\/versioned\/0\.87\.0\//;
  await expect.poll(() => urls[0]).toMatch(machine);
};

const testGeoLookup: PageTest = async (page) => {
  const urls: string[] = [];
  await page.route('https://gs.daily.co/**', (route) => {
    urls.push(route.request().url());
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ json: { geo: 'cz' }, headers });
  });
  await page.evaluate(async () => {
    await window.lab.dial();
    await window.lab.addParticipant();
    await window.lab.sendAppMessages('listening');
  });
  expect(urls).toEqual([]);
  const found = await page.evaluate(() => window.lab.vapi.getDailyCallObject()?.geo());
  expect(found).toEqual({ current: 'cz' });
  expect(urls).toEqual(['https://gs.daily.co/_ks_/x-swsl/:']);
};

const constants: [Ids, PageTest, Finding?][] = [
  [['4.speech.threshold', '9.speech.threshold'], testSpeechThreshold, { value: 'above 0.01' }],
  [['4.speech.end', '9.speech.end'], testSpeechEnd],
  [['4.volume.formula', '9.volume'], testVolumeFormula, { value: 'sum over 0.15' }],
  ['4.volume.cap', createVolumeTest([[0.16], [0.5, 0.5], [20]], [1, 1, 1])],
  ['9.observer', testObserverInterval],
  ['9.recording.size', testRecordingSize],
  [
    '9.recording.background',
    createRequestTest('local-recording-start', { backgroundColor: '#FF1F2D3D' }),
    { value: '#FF1F2D3D' },
  ],
  [
    '9.recording.layout',
    createRequestTest('local-recording-start', { layout: { preset: 'default' } }),
  ],
  ['9.load.attempts', testLoadAttempts],
  ['9.load.pause', testLoadPause],
  ['9.load.timeout', testLoadTimeout],
  ['9.version', testVersion, { difference: '0.87.0' }],
  [
    '7.geo',
    testGeoLookup,
    {
      difference:
        'a method of the call library looks it up; neither the SDK nor a call ever asks for it',
    },
  ],
];

for (const [ids, body, finding] of constants) {
  test(formatTitle(ids, finding), ({ lab }) => body(lab));
}

/** Each changes one constant in a copy of a package, which must fail the test of that constant. */
const mutations: [constant: string, PageTest, ...Mutation][] = [
  [
    'the speaking threshold',
    testSpeechThreshold,
    'voice SDK',
    'speechLevel > 0.01',
    'speechLevel > 0.02',
  ],
  ['the volume divisor', testVolumeFormula, 'voice SDK', 'speechLevel / 0.15', 'speechLevel / 0.2'],
  ['the speech-end delay', testSpeechEnd, 'voice SDK', '}, 1000);', '}, 1500);'],
  ['the width of a recording', testRecordingSize, 'voice SDK', 'width: 1280', 'width: 1920'],
  [
    'the number of attempts at loading',
    testLoadAttempts,
    'call library',
    'this._attemptsRemaining=3',
    'this._attemptsRemaining=4',
  ],
];

for (const [constant, body, ...mutation] of mutations) {
  test(`notices a changed constant: ${constant}`, async ({ page, scripts }) => {
    await openLab(page, { ...scripts, '/sdk.js': await bundleSdk(mutation) });
    await expect(body(page)).rejects.toThrow(/expect\(/);
  });
}

test('the same tests pass without a changed constant', async ({ lab }) => {
  for (const testBody of [
    testSpeechThreshold,
    testVolumeFormula,
    testObserverInterval,
    testRecordingSize,
  ]) {
    await testBody(lab);
    await lab.reload();
  }
  await testSpeechEnd(lab);
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  testHolds('3.events.mobile', async (lab) => {
    await lab.dial({ status: 500, message: 'no' });
    return lab.getPayloads('call-start-failed')[0].context;
  }).gives(expect.objectContaining({ isMobile: true }));

  test(formatTitle('9.mobile'), async ({ page, scripts }) => {
    await page.clock.install();
    await openLab(page, scripts);
    await page.clock.pauseAt(Date.now() + 60_000);
    const readState = () =>
      page.evaluate(() =>
        ['mobile-permissions', 'daily-call-join'].map((s) => window.lab.getStatuses(s)),
      );
    await page.evaluate(() => void window.lab.dial());
    await expect.poll(readState).toEqual([['started'], []]);
    await page.clock.runFor(999);
    expect(await readState()).toEqual([['started'], []]);
    await page.clock.runFor(1);
    const done = ['started', 'completed'];
    await expect.poll(readState).toEqual([done, done]);
  });
});
