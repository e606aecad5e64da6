import type { CallPhase } from '@/lib/call/types';

type Language = 'en' | 'cs';

/** `realistic` takes about 300 ms from the request to the call; `instant` adds no delay. */
export type Pace = 'realistic' | 'instant';

/** How long the slow step of a `slow-…` scenario takes. */
export const SLOW_DELAY_MS = 4000;

/** `stage`: how far the call has come when the scenario shows. */
export const SCENARIOS = [
  {
    id: 'demo',
    stage: 'live',
    what: 'whole conversation with two tools at work, then the assistant hangs up',
  },
  { id: 'brief', stage: 'live', what: 'as demo, with one sentence per turn and no tools' },
  { id: 'silent', stage: 'live', what: 'greets, then answers nothing but typed words' },
  {
    id: 'silent-microphone',
    stage: 'live',
    what: 'the first microphone delivers silence; one chosen during the call works',
  },

  { id: 'wrong-key', stage: 'dialling', what: '401' },
  { id: 'bad-request', stage: 'dialling', what: '400 with an array as message' },
  { id: 'payment-required', stage: 'dialling', what: '402 with an object as message' },
  { id: 'over-limit', stage: 'dialling', what: '429 with a text as message' },
  { id: 'unknown-assistant', stage: 'dialling', what: '404 (so does every id not in this list)' },
  { id: 'server-error', stage: 'dialling', what: '502 with an HTML page' },
  { id: 'unreachable', stage: 'dialling', what: 'connection cut without an answer' },
  { id: 'empty-body', stage: 'dialling', what: '201 with {}: no room URL' },
  { id: 'no-json', stage: 'dialling', what: '201 with no body at all' },
  { id: 'slow-request', stage: 'dialling', what: 'the answer takes 4 s, then as demo' },

  { id: 'script-missing', stage: 'joining', what: '404 for the call machine script' },
  { id: 'script-hanging', stage: 'joining', what: 'the script never arrives' },
  { id: 'script-inert', stage: 'joining', what: 'the script loads but does nothing' },
  { id: 'slow-script', stage: 'joining', what: 'the script takes 4 s, then as demo' },

  { id: 'no-room', stage: 'joining', what: 'fatal no-room error instead of joining' },
  { id: 'join-refused', stage: 'joining', what: 'the join request is answered with not-allowed' },
  { id: 'join-hanging', stage: 'joining', what: 'the join request is never answered' },
  { id: 'slow-join', stage: 'joining', what: 'joining takes 4 s, then as demo' },
  { id: 'microphone-denied', stage: 'joining', what: 'camera-error permissions; the call goes on' },
  { id: 'microphone-missing', stage: 'joining', what: 'camera-error not-found; the call goes on' },
  { id: 'microphone-busy', stage: 'joining', what: 'camera-error mic-in-use; the call goes on' },

  { id: 'never-answers', stage: 'waiting', what: 'joined, but no assistant comes' },
  { id: 'never-listens', stage: 'waiting', what: 'the assistant joins, but never starts the call' },
  { id: 'slow-assistant', stage: 'waiting', what: 'the assistant comes after 4 s, then as demo' },
  { id: 'ejected-early', stage: 'waiting', what: 'ejected before the call starts' },
  {
    id: 'ended-early',
    stage: 'waiting',
    what: 'ended by the provider before the call starts; the room stays open',
  },
  {
    id: 'playback-blocked',
    stage: 'waiting',
    what: 'play() is refused until the next press or key; the call starts after "playable"',
  },

  { id: 'noise-filter-fails', stage: 'live', what: 'the filter fails at start; the call goes on' },
  {
    id: 'noise-filter-drops',
    stage: 'live',
    what: 'the filter fails 0.5 s after the first mute (or after 10 s); the call goes on',
  },
  { id: 'meter-fails', stage: 'live', what: 'the microphone level observer fails' },
  { id: 'ejected', stage: 'live', what: 'ejected after 1.5 s without a reason' },
  { id: 'hung-up', stage: 'live', what: 'the assistant ends the call after 1.5 s' },
  { id: 'ended-open-room', stage: 'live', what: 'as hung-up, but the room stays open' },
  {
    id: 'assistant-leaves',
    stage: 'live',
    what: 'the assistant leaves after 1.5 s; the room stays open',
  },
  { id: 'assistant-fault', stage: 'live', what: 'ended after 1.5 s by a fault of the provider' },
  { id: 'time-limit', stage: 'live', what: 'ended after 1.5 s: exceeded-max-duration' },
  { id: 'network-interrupted', stage: 'live', what: 'interrupted at 1 s, connected again at 4 s' },
  { id: 'network-lost', stage: 'live', what: 'interrupted at 1 s, connection-error at 3 s' },
] as const satisfies readonly { id: string; stage: CallPhase; what: string }[];

export type ScenarioId = (typeof SCENARIOS)[number]['id'];

/** One call's simulation; `pace` defaults to the provider's. */
export type Plan = { scenario: ScenarioId; language: Language; pace?: Pace };

const SCENARIO_IDS = new Set<string>(SCENARIOS.map(({ id }) => id));

function isScenarioId(id: string): id is ScenarioId {
  return SCENARIO_IDS.has(id);
}

/** Parses an assistant id of the form `<scenario>[-en|-cs][-instant|-realistic]`. */
export function parseAssistantId(id: string): Plan | undefined {
  const [, scenario = '', language = 'en', pace] =
    /^(.+?)(?:-(en|cs))?(?:-(instant|realistic))?$/.exec(id) ?? [];
  if (!isScenarioId(scenario)) return undefined;
  return {
    scenario,
    language: language as Language,
    ...(pace ? { pace: pace as Pace } : {}),
  };
}
