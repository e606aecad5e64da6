import type { FailureKind } from '@/lib/call/failures';
import type lines from './lines.json';

/** `cut`: close the connection without an answer. A body that is no text is sent as JSON. */
export type Reply = 'cut' | { status: number; type?: string; body?: unknown };

/** An error of the hosted service; `message` is a text, an array of texts or an object. */
export const createError = (statusCode: number, error: string, message: unknown): Reply => ({
  status: statusCode,
  body: { message, error, statusCode },
});

export const WRONG_KEY = createError(
  401,
  'Unauthorized',
  'Invalid Key. Hot tip, you may be using the private key instead of the public key, ' +
    'or vice versa.',
);

interface RefusedCall {
  /** The answer to `POST /call/web`. */
  reply: Reply;
  /** What the visitor sees then. */
  failure: FailureKind;
}

export const REFUSED_CALLS = {
  'wrong-key': { reply: WRONG_KEY, failure: 'key-rejected' },
  'payment-required': {
    reply: createError(402, 'Payment Required', { text: 'Add credits.', code: 'balance' }),
    failure: 'quota-exhausted',
  },
  'over-limit': {
    reply: createError(429, 'Too Many Requests', 'Over Concurrency Limit.'),
    failure: 'service-busy',
  },
  // So does every id that names no scenario.
  'unknown-assistant': {
    reply: createError(404, 'Not Found', "Couldn't get the assistant: it does not exist."),
    failure: 'assistant-unknown',
  },
  'server-error': {
    reply: { status: 502, type: 'text/html', body: '<!doctype html><title>Bad Gateway</title>' },
    failure: 'service-failed',
  },
  unreachable: { reply: 'cut', failure: 'service-failed' },
} as const satisfies Record<string, RefusedCall>;

/** The other scenarios, and what each shows. */
const PLAYED_CALLS = {
  demo: 'a whole conversation with two tools at work, then the assistant hangs up',
  brief: 'as demo, with one sentence per turn and no tools',
  silent: 'greets, then answers nothing but typed words',

  'slow-request': 'the answer to POST /call/web takes 4 s, then as demo',
  'script-missing': '404 for the script of the call machine',
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

  'never-answers': 'joined, but no assistant comes',
  'never-listens': 'the assistant joins, but never starts the call',
  'slow-assistant': 'the assistant comes after 4 s, then as demo',
  'ejected-early': 'ejected before the call starts',
  'ended-early': 'ended by the provider before the call starts; the room stays open',
  'playback-blocked': 'play() is refused until the next press or key',

  'silent-microphone': 'the first microphone delivers silence; one chosen during the call works',
  'noise-filter-fails': 'the noise filter fails at start; the call goes on',
  'noise-filter-drops': 'the noise filter fails 0.5 s after a mute; the call goes on',
  'meter-fails': 'the microphone level cannot be observed; the call goes on',
  'network-interrupted': 'interrupted at 1 s, connected again at 4 s',
  'network-lost': 'interrupted at 1 s, connection-error at 3 s',

  ejected: 'ejected after 1.5 s without a reason',
  'hung-up': 'the assistant ends the call after 1.5 s',
  'ended-open-room': 'as hung-up, but the room stays open',
  'assistant-leaves': 'the assistant leaves after 1.5 s; the room stays open',
  'assistant-fault': 'ended after 1.5 s by a fault of the provider',
  'time-limit': 'ended after 1.5 s: exceeded-max-duration',
} as const;

export type ScenarioId = keyof typeof REFUSED_CALLS | keyof typeof PLAYED_CALLS;
export const SCENARIOS = Object.keys({ ...REFUSED_CALLS, ...PLAYED_CALLS }) as ScenarioId[];

/** How one call is simulated, as its assistant's id says. */
export type Plan = {
  scenario: ScenarioId;
  /** The languages that the assistant speaks; the site may have more. */
  language: keyof typeof lines;
  /** `realistic` takes about 300 ms from the request to the call; `instant` adds no delay. */
  pace: 'realistic' | 'instant';
};

export const SLOW_DELAY_MS = 4000;

/** Parses an assistant id of the form `<scenario>[-en|-cs][-instant]`. */
export function parsePlan(id: string): Plan | undefined {
  const [, name, language = 'en', pace = 'realistic'] =
    /^(.+?)(?:-(en|cs))?(?:-(instant|realistic))?$/.exec(id) ?? [];
  const scenario = SCENARIOS.find((known) => known === name);
  return scenario && ({ scenario, language, pace } as Plan);
}

export const findRefusal = (scenario: ScenarioId): Reply | undefined =>
  (REFUSED_CALLS as Partial<Record<ScenarioId, RefusedCall>>)[scenario]?.reply;
