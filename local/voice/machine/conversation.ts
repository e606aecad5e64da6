import lines from '../lines.json';
import type { Plan } from '../scenarios';
import { Ear } from './ear';
import { delays, longestUtteranceMs } from './plan';
import type { Sound } from './sound';
import { wait } from './wait';

type Role = 'assistant' | 'user';
type TurnName = Exclude<keyof (typeof lines)['en'], 'visitor'>;

const script: readonly TurnName[] = ['greeting', 'support', 'integrations', 'goodbye'];
const nudgeAfterMs = 15_000;
const giveUpAfterMs = 40_000;
const listenEveryMs = 50;
const wordMs = 320;
/** Reading speed where a sentence has no clip. */
const msPerCharacter = 65;

export type ConversationParts = {
  plan: Required<Plan>;
  roomUrl: string;
  sound: Sound;
  /** Sends one message of the assistant's to the page. */
  send: (message: Record<string, unknown>) => void;
  hangUp: (endedReason: string) => void;
  signal: AbortSignal;
};

/**
 * The scripted assistant: speaks its turns, and after each one listens to the microphone's level until
 * the visitor has spoken and stopped. What they said is not recognised: their transcript is a marked
 * placeholder. All methods reject with the signal's reason once the call is over.
 */
export class Conversation {
  private readonly clips = new Map<string, Promise<AudioBuffer | undefined>>();
  private floor: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: ConversationParts) {
    this.load('greeting');
  }

  /** Holds the whole conversation, up to and including the hang-up. */
  async run(): Promise<void> {
    const { hangUp, plan, signal } = this.parts;
    for (const [index, turn] of script.entries()) {
      const next = script[index + 1];
      if (next) this.load(next);
      await this.speakTurn(turn);
      if (plan.scenario === 'silent') return;
      if (next && !(await this.listen())) return hangUp('silence-timed-out');
    }
    await wait(delays[plan.pace].think, signal);
    hangUp('assistant-ended-call');
  }

  /** Says any text in captions, without a voice, after what is being said; optionally hangs up then. */
  async say(text: string, endCallAfterSpoken: boolean): Promise<void> {
    await this.takeFloor(() => this.speak([{ text }]));
    if (endCallAfterSpoken) this.parts.hangUp('assistant-ended-call');
  }

  private speakTurn(turn: TurnName): Promise<void> {
    const sentences = this.sentences(turn);
    return this.takeFloor(() =>
      this.speak(sentences.map((text, index) => ({ text, clip: this.clip(turn, index) }))),
    );
  }

  private takeFloor(speak: () => Promise<void>): Promise<void> {
    const turn = this.floor.then(speak);
    this.floor = turn.catch(() => undefined);
    return turn;
  }

  private async speak(
    sentences: { text: string; clip?: Promise<AudioBuffer | undefined> }[],
  ): Promise<void> {
    this.speech('started', 'assistant');
    for (const { text, clip } of sentences) {
      const sound = await clip;
      this.parts.signal.throwIfAborted();
      if (sound) this.parts.sound.play(sound);
      const words = text.split(' ');
      const wholeMs = sound ? sound.duration * 1000 : text.length * msPerCharacter;
      const startedAt = performance.now();
      for (const index of words.keys()) {
        const soFar = words.slice(0, index + 1).join(' ');
        this.transcript('assistant', 'partial', soFar);
        const dueAt = startedAt + wholeMs * (soFar.length / text.length);
        await wait(Math.max(0, dueAt - performance.now()), this.parts.signal);
      }
      this.transcript('assistant', 'final', text);
    }
    this.speech('stopped', 'assistant');
  }

  /** True once the visitor has spoken and paused; false if they stayed silent too long. */
  private async listen(): Promise<boolean> {
    const { plan, signal, sound } = this.parts;
    const ear = new Ear(longestUtteranceMs[plan.pace]);
    const words = lines[plan.language].visitor[0]?.split(' ') ?? [];
    let quietSince = performance.now();
    let nudged = false;
    let beganAt: number | undefined;
    let shown = 0;
    for (;;) {
      await wait(listenEveryMs, signal);
      const now = performance.now();
      const change = ear.hear(sound.microphoneLevel(), now);
      if (change === 'began') {
        beganAt = now;
        this.speech('started', 'user');
      }
      if (change === 'stopped') break;
      if (beganAt !== undefined) {
        const due = Math.min(words.length, 1 + Math.floor((now - beganAt) / wordMs));
        if (due > shown) this.transcript('user', 'partial', words.slice(0, due).join(' '));
        shown = due;
      } else if (!nudged && now - quietSince > nudgeAfterMs) {
        nudged = true;
        this.load('nudge');
        await this.speakTurn('nudge');
        quietSince = performance.now() - nudgeAfterMs;
      } else if (now - quietSince > giveUpAfterMs) {
        return false;
      }
    }
    this.transcript('user', 'final', words.join(' '));
    this.speech('stopped', 'user');
    await wait(delays[plan.pace].think, signal);
    return true;
  }

  private speech(status: 'started' | 'stopped', role: Role): void {
    this.parts.send({ type: 'speech-update', status, role });
  }

  private transcript(role: Role, transcriptType: 'partial' | 'final', transcript: string): void {
    this.parts.send({ type: 'transcript', role, transcriptType, transcript });
  }

  private load(turn: TurnName): void {
    for (const index of this.sentences(turn).keys()) void this.clip(turn, index);
  }

  private sentences(turn: TurnName): string[] {
    const { language, scenario } = this.parts.plan;
    return lines[language][turn].slice(0, scenario === 'brief' ? 1 : undefined);
  }

  /** A sentence's voice; undefined where it cannot be loaded or played: the captions go on without. */
  private clip(turn: TurnName, index: number): Promise<AudioBuffer | undefined> {
    const path = `/clips/${this.parts.plan.language}/${turn}-${index + 1}.opus`;
    const known = this.clips.get(path);
    if (known) return known;
    const { roomUrl, signal, sound } = this.parts;
    const loading = fetch(new URL(path, roomUrl), { signal })
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(response)))
      .then((bytes) => sound.decode(bytes))
      .catch(() => undefined);
    this.clips.set(path, loading);
    return loading;
  }
}
