import type { FailureKind } from '@/lib/call/failures';
import type { CallPhase } from '@/lib/call/types';
import type lines from './lines.json';

/** `realistic` takes about 300 ms from the request to the call; `instant` adds no delay. */
export type Pace = 'realistic' | 'instant';

/** How long the slow step of a `slow-…` scenario takes. */
export const SLOW_DELAY_MS = 4000;

interface RefusedCall {
  /** The answer to `POST /call/web`; with a `message` it is one of the hosted service's errors. */
  reply:
    'cut' | { status: number; message: unknown } | { status: number; type: string; body: string };
  /** What the visitor sees then. */
  failure: FailureKind;
  /** Whether the answer leaves open that there is a call, which stays counted then. */
  mayExist: boolean;
}

/** The scenarios in which the provider creates no call. */
export const REFUSED_CALLS = {
  'wrong-key': {
    reply: {
      status: 401,
      message:
        'Invalid Key. Hot tip, you may be using the private key instead of the public key, ' +
        'or vice versa.',
    },
    failure: 'key-rejected',
    mayExist: false,
  },
  'bad-request': {
    reply: { status: 400, message: ['assistantOverrides.variableValues must be an object'] },
    failure: 'assistant-unknown',
    mayExist: false,
  },
  'payment-required': {
    reply: {
      status: 402,
      message: { text: 'Wallet balance is -0.01. Add credits.', code: 'balance' },
    },
    failure: 'quota-exhausted',
    mayExist: false,
  },
  'over-limit': {
    reply: { status: 429, message: 'Over Concurrency Limit.' },
    failure: 'service-busy',
    mayExist: false,
  },
  // So does every id that names no scenario.
  'unknown-assistant': {
    reply: { status: 404, message: "Couldn't get the assistant: it does not exist." },
    failure: 'assistant-unknown',
    mayExist: false,
  },
  'server-error': {
    reply: {
      status: 502,
      type: 'text/html',
      body: '<!doctype html><title>502 Bad Gateway</title>',
    },
    failure: 'service-failed',
    mayExist: true,
  },
  unreachable: { reply: 'cut', failure: 'service-failed', mayExist: true },
  'empty-body': {
    reply: { status: 201, type: 'application/json', body: '{}' },
    failure: 'service-failed',
    mayExist: true,
  },
  'no-json': {
    reply: { status: 201, type: 'application/json', body: '' },
    failure: 'service-failed',
    mayExist: true,
  },
} as const satisfies Record<string, RefusedCall>;

/** What each scenario shows, by how far the call has come then. */
export const SCENARIOS = {
  live: {
    demo: 'whole conversation with two tools at work, then the assistant hangs up',
    brief: 'as demo, with one sentence per turn and no tools',
    silent: 'greets, then answers nothing but typed words',
    'silent-microphone': 'the first microphone delivers silence; one chosen during the call works',
    'noise-filter-fails': 'the filter fails at start; the call goes on',
    'noise-filter-drops':
      'the filter fails 0.5 s after the first mute (or after 10 s); the call goes on',
    'meter-fails': 'the microphone level observer fails',
    ejected: 'ejected after 1.5 s without a reason',
    'hung-up': 'the assistant ends the call after 1.5 s',
    'ended-open-room': 'as hung-up, but the room stays open',
    'assistant-leaves': 'the assistant leaves after 1.5 s; the room stays open',
    'assistant-fault': 'ended after 1.5 s by a fault of the provider',
    'time-limit': 'ended after 1.5 s: exceeded-max-duration',
    'network-interrupted': 'interrupted at 1 s, connected again at 4 s',
    'network-lost': 'interrupted at 1 s, connection-error at 3 s',
  },
  dialling: {
    ...REFUSED_CALLS,
    'slow-request': 'the answer takes 4 s, then as demo',
  },
  joining: {
    'script-missing': '404 for the call machine script',
    'script-hanging': 'the script never arrives',
    'script-inert': 'the script loads but does nothing',
    'slow-script': 'the script takes 4 s, then as demo',
    'no-room': 'fatal no-room error instead of joining',
    'join-refused': 'the join request is answered with not-allowed',
    'join-hanging': 'the join request is never answered',
    'slow-join': 'joining takes 4 s, then as demo',
    'microphone-denied': 'camera-error permissions; the call goes on',
    'microphone-missing': 'camera-error not-found; the call goes on',
    'microphone-busy': 'camera-error mic-in-use; the call goes on',
  },
  waiting: {
    'never-answers': 'joined, but no assistant comes',
    'never-listens': 'the assistant joins, but never starts the call',
    'slow-assistant': 'the assistant comes after 4 s, then as demo',
    'ejected-early': 'ejected before the call starts',
    'ended-early': 'ended by the provider before the call starts; the room stays open',
    'playback-blocked':
      'play() is refused until the next press or key; the call starts after "playable"',
  },
} as const satisfies Partial<Record<CallPhase, Record<string, string | RefusedCall>>>;

type Scenarios = typeof SCENARIOS;
export type ScenarioId = { [Stage in keyof Scenarios]: keyof Scenarios[Stage] }[keyof Scenarios];

/** The languages that the provider speaks; the site may have more. */
const SPOKEN_LANGUAGES: Record<keyof typeof lines, true> = { en: true, cs: true };

/** One call's simulation; `pace` defaults to the provider's. */
export type Plan = {
  scenario: ScenarioId;
  language: keyof typeof SPOKEN_LANGUAGES;
  pace?: Pace;
};

/** Returns how a scenario is refused; undefined if the provider creates its call. */
export const findRefusedCall = (scenario: ScenarioId): RefusedCall | undefined =>
  (REFUSED_CALLS as Partial<Record<ScenarioId, RefusedCall>>)[scenario];

const isScenarioId = (id: string): id is ScenarioId =>
  Object.values(SCENARIOS).some((scenarios) => Object.hasOwn(scenarios, id));

const ASSISTANT_ID = new RegExp(
  `^(.+?)(?:-(${Object.keys(SPOKEN_LANGUAGES).join('|')}))?(?:-(instant|realistic))?$`,
);

/** Parses an assistant id of the form `<scenario>[-en|-cs][-instant|-realistic]`. */
export function parsePlan(id: string): Plan | undefined {
  const [, scenario = '', language = 'en', pace] = ASSISTANT_ID.exec(id) ?? [];
  if (!isScenarioId(scenario)) return undefined;
  return { scenario, language: language as Plan['language'], ...(pace && { pace: pace as Pace }) };
}

/** The URL of a call's room tells the call machine the plan and the call's maximum. */
export function buildRoomUrl(
  providerUrl: string,
  callId: string,
  plan: Required<Plan>,
  maxSeconds: number,
): string {
  const room = new URL(`/rooms/${callId}`, providerUrl);
  room.search = new URLSearchParams({ ...plan, maxSeconds: String(maxSeconds) }).toString();
  return room.href;
}

/** Reads what `buildRoomUrl` has written. Throws if it is another URL. */
export function readRoomUrl(roomUrl: string): { plan: Required<Plan>; maxSeconds: number } {
  const { searchParams } = new URL(roomUrl);
  const [scenario, language, pace, maxSeconds] = ['scenario', 'language', 'pace', 'maxSeconds'].map(
    (name) => searchParams.get(name),
  );
  const plan = parsePlan([scenario, language, pace].join('-'));
  if (!plan?.pace) throw new Error(`Not a room of the local voice provider: ${roomUrl}`);
  return { plan: { ...plan, pace: plan.pace }, maxSeconds: Number(maxSeconds) };
}
