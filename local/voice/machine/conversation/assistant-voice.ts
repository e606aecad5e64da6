import lines from '../../lines.json';
import type { EndedReason } from '../../calls';
import type { Plan } from '../../scenarios';
import type { AssistantMessage } from '../channel';
import type { Sound } from '../audio/sound';
import { wait } from '../timing';

export type TurnName = Exclude<keyof (typeof lines)['en'], 'visitor'>;

type Sentence = { text: string; clip?: Promise<AudioBuffer | undefined> };

export type ConversationParts = {
  plan: Required<Plan>;
  roomUrl: string;
  sound: Sound;
  send: (message: AssistantMessage) => void;
  hangUp: (endedReason: EndedReason) => void;
  /** Whether the page sends a silent track instead of a microphone. */
  isTyped: boolean;
  signal: AbortSignal;
};

/** The speed of captions without a clip. */
const MS_PER_CHARACTER = 65;

/** The assistant's voice, with captions. All methods reject when the call ends. */
export class AssistantVoice {
  private readonly clips = new Map<string, Promise<AudioBuffer | undefined>>();
  private lastTurn: Promise<unknown> = Promise.resolve();
  private utterance = new AbortController();

  constructor(private readonly parts: ConversationParts) {}

  /** Prefetches a turn's clips. */
  prefetch(turn: TurnName): void {
    for (const index of this.getSentences(turn).keys()) void this.loadClip(turn, index);
  }

  /** Speaks a turn after the current one. */
  speakTurn(turn: TurnName): Promise<void> {
    return this.speak(
      this.getSentences(turn).map((text, index) => ({ text, clip: this.loadClip(turn, index) })),
    );
  }

  /** Says a text after the current turn, in captions only. */
  say(text: string): Promise<void> {
    return this.speak([{ text }]);
  }

  interrupt(): void {
    this.utterance.abort();
  }

  private speak(sentences: Sentence[]): Promise<void> {
    const turn = this.lastTurn.then(() => this.speakNow(sentences));
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  private async speakNow(sentences: Sentence[]): Promise<void> {
    const { send } = this.parts;
    const utterance = (this.utterance = new AbortController());
    send({ type: 'speech-update', status: 'started', role: 'assistant' });
    for (const sentence of sentences) {
      await this.speakSentence(sentence, utterance.signal);
      if (!utterance.signal.aborted) continue;
      send({ type: 'user-interrupted' });
      break;
    }
    send({ type: 'speech-update', status: 'stopped', role: 'assistant' });
  }

  private async speakSentence({ text, clip }: Sentence, interrupted: AbortSignal): Promise<void> {
    const { send, signal, sound } = this.parts;
    const sendTranscript = (transcriptType: 'partial' | 'final', words: string) =>
      send({ type: 'transcript', role: 'assistant', transcriptType, transcript: words });
    const stopped = new Promise<void>((resolve) =>
      interrupted.addEventListener('abort', () => resolve(), { once: true }),
    );
    const voice = await clip;
    signal.throwIfAborted();
    if (interrupted.aborted) return;
    const playing = voice && sound.play(voice);
    const words = text.split(' ');
    const wholeMs = voice ? voice.duration * 1000 : text.length * MS_PER_CHARACTER;
    const startedAt = performance.now();
    let said = '';
    for (const index of words.keys()) {
      said = words.slice(0, index + 1).join(' ');
      sendTranscript('partial', said);
      const dueAt = startedAt + wholeMs * (said.length / text.length);
      await Promise.race([wait(Math.max(0, dueAt - performance.now()), signal), stopped]);
      if (interrupted.aborted) break;
    }
    if (interrupted.aborted) playing?.stop();
    sendTranscript('final', said);
  }

  private getSentences(turn: TurnName): string[] {
    const { language, scenario } = this.parts.plan;
    return lines[language][turn].slice(0, scenario === 'brief' ? 1 : undefined);
  }

  /** Loads a sentence's clip; undefined if it cannot be loaded or decoded. */
  private loadClip(turn: TurnName, index: number): Promise<AudioBuffer | undefined> {
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
