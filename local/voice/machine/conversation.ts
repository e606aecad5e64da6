import lines from '../lines.json';
import type { Plan } from '../scenarios';
import { delays, longestUtteranceMs } from './plan';
import type { Sound } from './sound';
import { SpeechDetector } from './speech-detector';
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
  /** Sends the page one message of the assistant's. */
  send: (message: Record<string, unknown>) => void;
  hangUp: (endedReason: string) => void;
  signal: AbortSignal;
};

/**
 * The scripted assistant. After each turn it waits until the visitor has spoken and paused. There is no speech
 * recognition: the visitor's transcript is a marked placeholder. All methods reject with the signal's reason when the
 * call is over.
 */
export class Conversation {
  private readonly clips = new Map<string, Promise<AudioBuffer | undefined>>();
  private lastTurn: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: ConversationParts) {
    this.load('greeting');
  }

  /** Plays the whole conversation and hangs up. */
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

  /** Says a text after the present turn, in captions only; then hangs up, if asked to. */
  async say(text: string, endCallAfterSpoken: boolean): Promise<void> {
    await this.queueTurn(() => this.speak([{ text }]));
    if (endCallAfterSpoken) this.parts.hangUp('assistant-ended-call');
  }

  private speakTurn(turn: TurnName): Promise<void> {
    const sentences = this.sentences(turn);
    return this.queueTurn(() =>
      this.speak(sentences.map((text, index) => ({ text, clip: this.clip(turn, index) }))),
    );
  }

  private queueTurn(speak: () => Promise<void>): Promise<void> {
    const turn = this.lastTurn.then(speak);
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  private async speak(
    sentences: { text: string; clip?: Promise<AudioBuffer | undefined> }[],
  ): Promise<void> {
    this.speech('started', 'assistant');
    for (const { text, clip } of sentences) {
      const voice = await clip;
      this.parts.signal.throwIfAborted();
      if (voice) this.parts.sound.play(voice);
      const words = text.split(' ');
      const wholeMs = voice ? voice.duration * 1000 : text.length * msPerCharacter;
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

  /** True when the visitor has spoken and paused; false when they were silent too long. */
  private async listen(): Promise<boolean> {
    const { plan, signal, sound } = this.parts;
    const detector = new SpeechDetector(longestUtteranceMs[plan.pace]);
    const words = lines[plan.language].visitor[0]?.split(' ') ?? [];
    let quietSince = performance.now();
    let nudged = false;
    let startedSpeakingAt: number | undefined;
    let shown = 0;
    for (;;) {
      await wait(listenEveryMs, signal);
      const now = performance.now();
      const change = detector.update(sound.microphoneLevel(), now);
      if (change === 'started') {
        startedSpeakingAt = now;
        this.speech('started', 'user');
      }
      if (change === 'stopped') break;
      if (startedSpeakingAt !== undefined) {
        const due = Math.min(words.length, 1 + Math.floor((now - startedSpeakingAt) / wordMs));
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

  /** A sentence's voice; undefined when it cannot be loaded or played. */
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
