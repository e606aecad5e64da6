import type lines from './lines.json';
import type { MachineCall } from './machine/machine-call';
import type { Message } from './machine/protocol';

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

/** How a call differs from `demo`: a whole conversation, then the assistant hangs up. */
export interface Scenario {
  /** The answer to `POST /call/web` instead of a call. */
  refusal?: Reply;
  /** How long the answer takes, once the call exists. */
  answerMs?: number;

  /** What comes instead of the call machine's script. */
  script?: 'not found' | 'no answer' | 'empty';

  /** Happens instead of joining. */
  join?: (call: MachineCall, request: Message) => void;
  joinMs?: number;

  /** The error of getUserMedia; the call goes on. */
  microphoneError?: 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';
  /** Silent until another one is chosen during the call. */
  isMicrophoneSilent?: true;
  /** It does so 0.5 s after a mute; the call goes on. */
  noiseFilterDropsOut?: true;

  /** Happens instead of the assistant's coming. */
  arrive?: (call: MachineCall) => void;
  arriveMs?: number;
  /** play() is refused until the next press or key. */
  isPlaybackBlocked?: true;

  /** The assistant never starts the call. */
  neverListens?: true;
  /** The assistant answers nothing but typed words. */
  ignoresSpeech?: true;
  /** The assistant says nothing, or one sentence per turn and uses no tools. */
  speech?: 'none' | 'brief';
  /** Happens 1.5 s after the call's start. */
  fault?: (call: MachineCall) => void | Promise<void>;
}

const SLOW_MS = 4000;

const scenarios = {
  'wrong-key': { refusal: WRONG_KEY },
  'payment-required': {
    refusal: createError(402, 'Payment Required', { text: 'Add credits.', code: 'balance' }),
  },
  'over-limit': { refusal: createError(429, 'Too Many Requests', 'Over Concurrency Limit.') },
  // So does every id that names no scenario.
  'unknown-assistant': {
    refusal: createError(404, 'Not Found', "Couldn't get the assistant: it does not exist."),
  },
  'server-error': {
    refusal: { status: 502, type: 'text/html', body: '<!doctype html><title>Bad Gateway</title>' },
  },
  unreachable: { refusal: 'cut' },

  demo: {},
  brief: { speech: 'brief' },
  silent: { ignoresSpeech: true },

  'slow-request': { answerMs: SLOW_MS },
  'script-missing': { script: 'not found' },
  'script-hanging': { script: 'no answer' },
  'script-inert': { script: 'empty' },

  'no-room': { join: (call) => call.fail('no-room', 'The meeting does not exist.') },
  'join-refused': { join: (call, request) => call.refuseJoin(request) },
  'join-hanging': { join: () => {} },
  'slow-join': { joinMs: SLOW_MS },
  'microphone-denied': { microphoneError: 'NotAllowedError' },
  'microphone-missing': { microphoneError: 'NotFoundError' },
  'microphone-busy': { microphoneError: 'NotReadableError' },

  'never-answers': { arrive: () => {} },
  'never-listens': { neverListens: true },
  'slow-assistant': { arriveMs: SLOW_MS },
  'ejected-early': { arrive: (call) => call.eject() },
  'ended-early': { arrive: (call) => call.announceEnd('assistant-ended-call') },
  'playback-blocked': { isPlaybackBlocked: true },

  'silent-microphone': { isMicrophoneSilent: true },
  'noise-filter-drops': { noiseFilterDropsOut: true },
  'network-interrupted': {
    async fault(call) {
      call.announceNetwork('interrupted');
      await wait(3000, call.signal);
      call.announceNetwork('connected');
    },
  },
  'network-lost': {
    async fault(call) {
      call.announceNetwork('interrupted');
      await wait(2000, call.signal);
      call.fail('connection-error', 'Connection to the call was lost.');
    },
  },

  ejected: { fault: (call) => call.eject() },
  'hung-up': { fault: (call) => call.hangUp('assistant-ended-call') },
  'ended-open-room': { fault: (call) => call.announceEnd('assistant-ended-call') },
  'assistant-leaves': { speech: 'none', fault: (call) => call.dismissAssistant() },
  'assistant-fault': {
    fault: (call) => call.hangUp('call.in-progress.error-vapifault-worker-died'),
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioId = keyof typeof scenarios;
export const SCENARIOS: Record<ScenarioId, Scenario> = scenarios;

/** How one call is simulated, as its assistant's id says: `<scenario>[-en|-cs]`. */
export type Plan = { scenario: Scenario; language: keyof typeof lines };

export function parsePlan(id: string): Plan {
  const [, name = '', language = 'en'] = /^(.+?)(?:-(en|cs))?$/.exec(id) ?? [];
  const known = Object.hasOwn(SCENARIOS, name) ? name : 'unknown-assistant';
  return { scenario: SCENARIOS[known as ScenarioId], language: language as Plan['language'] };
}

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
  });
}
