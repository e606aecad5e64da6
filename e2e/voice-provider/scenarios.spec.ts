import type { ScenarioId } from '../../local/voice/scenarios';
import type { Recorded } from './harness';
import { settled } from '../test';
import { expect, expectReleased, stateOf, test, until } from './harness';

type Outcome = {
  /** How start() settles. */
  start: 'call' | 'null' | 'pending';
  /** Every `error` event, in order. */
  errors?: object[];
  /** The event (and message content) with which the scenario has shown itself. */
  shows?: [name: string, fields?: Record<string, unknown>];
  /** Other events that must be there. */
  events?: [name: string, detail: object][];
  starts: boolean;
  ends: boolean;
  /** What the strict policy refuses: the SDK's own error reports. */
  violations?: string[];
  /** The SDK's stop() never settles: nothing in the page answers it. */
  stuck?: true;
};

const sentry = ['connect-src https://o77906.ingest.sentry.io/api/168844/envelope/'];

const refused = (body: object): Outcome => ({
  start: 'null',
  errors: [{ type: 'start-method-error', error: { error: body } }],
  starts: false,
  ends: false,
});
const joinFails = (error: object) => [
  { type: 'daily-call-join-error', error },
  { type: 'start-method-error', error },
];
const camera = (error: object): Outcome => ({
  start: 'call',
  events: [['camera-error', { type: 'camera-error', error: { error } }]],
  shows: ['call-start'],
  starts: true,
  ends: false,
});
const endedWith = (endedReason: string): Outcome => ({
  start: 'call',
  shows: ['call-end'],
  errors: [{ type: 'daily-error', error: { error: { type: 'ejected' } } }],
  events: [['message', { type: 'status-update', status: 'ended', endedReason }]],
  starts: true,
  ends: true,
});
const slow: Outcome = { start: 'call', shows: ['call-start'], starts: true, ends: false };

const ejection = {
  type: 'daily-error',
  error: {
    action: 'error',
    errorMsg: 'Meeting has ended',
    message: { type: 'ejected', msg: 'Meeting has ended' },
    error: { type: 'ejected', msg: 'Meeting has ended' },
  },
};
const scriptFails = (text: RegExp): Outcome => ({
  start: 'null',
  errors: [
    {
      type: 'daily-error',
      error: {
        errorMsg: expect.stringMatching(text),
        error: { type: 'connection-error', msg: 'Failed to load call object bundle.' },
      },
    },
    ...joinFails({ message: expect.stringMatching(text) }),
  ],
  starts: false,
  ends: false,
  violations: sentry,
});

/** What the unmodified SDK makes of every scenario. `demo` and `brief` are conversations. */
const outcomes: Record<Exclude<ScenarioId, 'demo' | 'brief'>, Outcome> = {
  silent: { start: 'call', shows: ['local-volume-level'], starts: true, ends: false },
  'silent-microphone': { start: 'call', shows: ['local-volume-level'], starts: true, ends: false },

  'wrong-key': refused({ statusCode: 401, error: 'Unauthorized' }),
  'bad-request': refused({ statusCode: 400, message: [expect.any(String)] }),
  'over-limit': refused({ statusCode: 429, message: 'Over Concurrency Limit.' }),
  'payment-required': refused({ statusCode: 402, message: { code: 'balance' } }),
  'unknown-assistant': refused({ statusCode: 404, error: 'Not Found' }),
  'server-error': {
    start: 'null',
    errors: [{ type: 'start-method-error', error: { message: expect.anything() } }],
    starts: false,
    ends: false,
  },
  unreachable: {
    start: 'null',
    errors: [
      { type: 'start-method-error', error: { message: 'Failed to fetch', name: 'TypeError' } },
    ],
    starts: false,
    ends: false,
  },
  'empty-body': {
    start: 'null',
    shows: ['call-end'],
    errors: joinFails({ message: 'No room URL has been provided' }),
    starts: false,
    ends: true,
  },
  'no-json': {
    start: 'null',
    shows: ['call-end'],
    errors: joinFails({ message: expect.stringContaining("reading 'webCallUrl'") }),
    starts: false,
    ends: true,
  },
  'slow-request': slow,

  'script-missing': scriptFails(/^Failed to load call object bundle http/),
  'script-hanging': scriptFails(/^Timed out \(>20000 ms\) when loading call object bundle http/),
  'script-inert': { start: 'pending', starts: false, ends: false, stuck: true },
  'slow-script': slow,

  'no-room': {
    start: 'null',
    errors: [
      { type: 'daily-error', error: { error: { type: 'no-room' } } },
      ...joinFails({ error: { type: 'no-room' } }),
    ],
    starts: false,
    ends: false,
    violations: sentry,
  },
  'join-refused': {
    start: 'null',
    errors: joinFails({ type: 'not-allowed', msg: expect.any(String) }),
    starts: false,
    ends: false,
  },
  'join-hanging': { start: 'pending', starts: false, ends: false },
  'slow-join': slow,
  'microphone-denied': camera({
    type: 'permissions',
    blockedBy: 'user',
    blockedMedia: ['audio'],
    msg: 'Permission denied',
  }),
  'microphone-missing': camera({ type: 'not-found', missingMedia: ['audio'] }),
  'microphone-busy': camera({ type: 'mic-in-use', msg: 'Could not start audio source' }),

  'never-answers': { start: 'call', starts: false, ends: false },
  'never-listens': { start: 'call', shows: ['volume-level'], starts: false, ends: false },
  'slow-assistant': slow,
  'ejected-early': {
    start: 'call',
    shows: ['call-end'],
    errors: [ejection],
    starts: false,
    ends: true,
  },
  'playback-blocked': {
    start: 'call',
    shows: ['error', { type: 'audio-start-failed' }],
    errors: [{ type: 'audio-start-failed', error: { name: 'NotAllowedError' } }],
    starts: false,
    ends: false,
  },

  'noise-filter-fails': {
    start: 'call',
    shows: ['local-volume-level'],
    errors: [
      {
        type: 'audio-processing-setup-error',
        stage: 'audio-processing-setup',
        error: { type: 'audio-processor-error', msg: expect.any(String) },
      },
    ],
    starts: true,
    ends: false,
  },
  'noise-filter-drops': { start: 'call', shows: ['local-volume-level'], starts: true, ends: false },
  'meter-fails': {
    start: 'call',
    shows: ['local-audio-level-observer-error'],
    starts: true,
    ends: false,
  },
  ejected: { ...endedWith('customer-ended-call'), errors: [ejection] },
  'hung-up': endedWith('assistant-ended-call'),
  'assistant-fault': endedWith('call.in-progress.error-vapifault-worker-died'),
  'time-limit': endedWith('exceeded-max-duration'),
  'network-interrupted': {
    start: 'call',
    shows: ['network-connection', { event: 'connected' }],
    events: [
      ['network-connection', { type: 'signaling', event: 'interrupted' }],
      ['network-quality-change', { networkState: 'bad', quality: 10 }],
      ['network-connection', { type: 'signaling', event: 'connected' }],
    ],
    starts: true,
    ends: false,
  },
  'network-lost': {
    start: 'call',
    shows: ['call-end'],
    errors: [
      {
        type: 'daily-error',
        error: { error: { type: 'connection-error', details: { on: 'reconnect' } } },
      },
    ],
    events: [['network-connection', { event: 'interrupted' }]],
    starts: true,
    ends: true,
    violations: sentry,
  },
};

const details = (events: Recorded[], wanted: string) =>
  events.filter(({ name }) => name === wanted).map(({ detail }) => detail);

for (const [scenario, outcome] of Object.entries(outcomes)) {
  test(`${scenario}`, async ({ page, harness }) => {
    // The SDK's three times 20 s are not worth waiting for.
    const hurry = scenario === 'script-hanging';
    if (hurry) await page.clock.install();
    await harness.open();
    await harness.call(`${scenario}-instant`);
    await expect(async () => {
      if (hurry) await page.clock.fastForward(5000);
      expect((await stateOf(page)).outcome).toBe(outcome.start);
    }).toPass({ intervals: [100] });
    if (outcome.shows) await until(page, ...outcome.shows);
    // Anything that would come later comes now.
    await settled(page);

    const { events, tracks, violations, ...state } = await stateOf(page);
    expect(state.outcome).toBe(outcome.start);
    expect(details(events, 'error')).toMatchObject(outcome.errors ?? []);
    for (const [name, detail] of outcome.events ?? []) {
      expect(details(events, name)).toContainEqual(expect.objectContaining(asMatcher(detail)));
    }
    expect(details(events, 'call-start')).toHaveLength(outcome.starts ? 1 : 0);
    expect(details(events, 'call-end')).toHaveLength(outcome.ends ? 1 : 0);
    expect(violations).toEqual(outcome.violations ?? []);
    expect(state.rejections).toEqual([]);
    const opensMicrophone =
      outcome.start === 'call' &&
      !['microphone-denied', 'microphone-missing', 'microphone-busy'].includes(scenario);
    if (opensMicrophone) {
      const readyState = outcome.ends ? 'ended' : 'live';
      expect(tracks).toEqual([expect.objectContaining({ readyState })]);
    }
    if (scenario.startsWith('microphone-')) expect(tracks).toEqual([]);

    if (!outcome.stuck) await page.evaluate(() => window.voice.vapi.stop());
    await expectReleased(page);
  });
}

function asMatcher(detail: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? expect.objectContaining(asMatcher(value as object))
        : value,
    ]),
  );
}
