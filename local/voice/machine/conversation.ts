import type { Vapi } from '@vapi-ai/server-sdk';
import lines from '../lines.json';
import { type Plan, wait } from '../scenarios';
import type { CallAudio } from './audio';
import type { AssistantMessage } from './protocol';

type Parts = {
  plan: Plan;
  roomUrl: string;
  audio: CallAudio;
  send: (message: AssistantMessage) => void;
  signal: AbortSignal;
};
type Turn = Exclude<keyof (typeof lines)['en'], 'visitor'>;
type Sentence = { text: string; clip?: Promise<AudioBuffer | undefined> };

const THINK_MS = 100;
const POLL_MS = 50;
/** Louder than an open microphone in a quiet room. */
const SOUND_LEVEL = 0.03;
const UTTERANCE_MS = 1500;
/** The speed of captions without a clip. */
const MS_PER_CHARACTER = 65;
const TOOL_MS = 1200;

/** The page must not show the ids. */
const createTools = () => ({
  move_appointment: { appointment_id: 'sample-17', date: findNextFriday(), time: '10:00' },
  note_in_crm: { record_id: 'sample-42', note: 'Talked to the assistant of the demo.' },
});

function findNextFriday(): string {
  const day = new Date();
  do day.setDate(day.getDate() + 1);
  while (day.getDay() !== 5);
  return day.toLocaleDateString('sv');
}

/** It understands nothing and follows its script. All methods reject when the call ends. */
export class Conversation {
  private hasTyped = false;
  private lastTurn: Promise<unknown> = Promise.resolve();
  private interruption = new AbortController();

  constructor(private readonly parts: Parts) {}

  async run(): Promise<void> {
    const script: Turn[] = ['moving', 'answer', 'goodbye'];
    if (this.parts.plan.scenario.speech === 'brief') script.shift();
    await this.speakTurn('greeting');
    while (script.length > 0) {
      const isTyped = await this.listen();
      await wait(THINK_MS, this.parts.signal);
      // Typed words don't end the call.
      const turn = isTyped && script[0] === 'goodbye' ? 'answer' : script.shift();
      if (turn) await this.speakTurn(turn);
      if (turn !== 'moving') continue;
      await this.useTools();
      await this.speakTurn('moved');
    }
  }

  /** Takes typed words, which interrupt the assistant. */
  hear(): void {
    this.hasTyped = true;
    this.interruption.abort();
  }

  /** Says a text instead of the rest of the current turn, in captions only. */
  async say(text: string): Promise<void> {
    this.interruption.abort();
    await this.speak([{ text }]);
  }

  /** Any sound begins the visitor's turn. Returns whether they have typed instead. */
  private async listen(): Promise<boolean> {
    const { plan, send, signal, audio } = this.parts;
    const isHeard = () =>
      !plan.scenario.ignoresSpeech && audio.microphoneMeter.measure() > SOUND_LEVEL;
    while (!this.hasTyped && !isHeard()) await wait(POLL_MS, signal);
    if (!this.hasTyped) {
      // There is no speech recognition.
      const [transcript = ''] = lines[plan.language].visitor;
      send({ type: 'speech-update', status: 'started', role: 'user' });
      for (const transcriptType of ['partial', 'final'] as const) {
        // Words are recognised late.
        await wait(UTTERANCE_MS / 2, signal);
        send({ type: 'transcript', role: 'user', transcriptType, transcript });
      }
      send({ type: 'speech-update', status: 'stopped', role: 'user' });
    }
    const isTyped = this.hasTyped;
    this.hasTyped = false;
    return isTyped;
  }

  private async useTools(): Promise<void> {
    const { send, signal } = this.parts;
    for (const [name, args] of Object.entries(createTools())) {
      const id = `call_${crypto.randomUUID()}`;
      const toolCall: Vapi.ToolCall = {
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      };
      send({
        type: 'tool-calls',
        toolCallList: [toolCall],
        toolWithToolCallList: [{ type: 'function', function: { name }, toolCall }],
      });
      await wait(TOOL_MS, signal);
      const toolCallResult = { toolCallId: id, name, result: 'done' };
      send({ type: 'tool-calls-result', toolCallResult });
    }
  }

  /** Stays silent while typed words wait for a reply. */
  private async speakTurn(turn: Turn): Promise<void> {
    if (this.hasTyped) return;
    const { language, scenario } = this.parts.plan;
    const sentences = lines[language][turn].slice(0, scenario.speech === 'brief' ? 1 : undefined);
    const load = (index: number) => this.loadClip(`${language}/${turn}-${index + 1}.opus`);
    await this.speak(sentences.map((text, index) => ({ text, clip: load(index) })));
  }

  private speak(sentences: Sentence[]): Promise<void> {
    const turn = this.lastTurn.then(async () => {
      const { send } = this.parts;
      this.interruption = new AbortController();
      const interrupted = this.interruption.signal;
      send({ type: 'speech-update', status: 'started', role: 'assistant' });
      for (const sentence of sentences)
        if (!interrupted.aborted) await this.speakSentence(sentence, interrupted);
      if (interrupted.aborted) send({ type: 'user-interrupted' });
      send({ type: 'speech-update', status: 'stopped', role: 'assistant' });
    });
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  private async speakSentence({ text, clip }: Sentence, interrupted: AbortSignal): Promise<void> {
    const { send, signal, audio } = this.parts;
    const sendTranscript = (transcriptType: 'partial' | 'final', transcript: string) =>
      send({ type: 'transcript', role: 'assistant', transcriptType, transcript });
    const stopped = new Promise<void>((resolve) =>
      interrupted.addEventListener('abort', () => resolve(), { once: true }),
    );
    const voice = await clip;
    signal.throwIfAborted();
    if (interrupted.aborted) return;
    const playing = voice && audio.play(voice);
    const wholeMs = voice ? voice.duration * 1000 : text.length * MS_PER_CHARACTER;
    const startedAt = performance.now();
    let said = '';
    for (const word of text.split(' ')) {
      said = `${said} ${word}`.trim();
      sendTranscript('partial', said);
      const dueAt = startedAt + wholeMs * (said.length / text.length);
      await Promise.race([wait(Math.max(0, dueAt - performance.now()), signal), stopped]);
      if (interrupted.aborted) break;
    }
    if (interrupted.aborted) playing?.stop();
    sendTranscript('final', said);
  }

  /** Returns undefined if the clip cannot be loaded or decoded. */
  private async loadClip(name: string): Promise<AudioBuffer | undefined> {
    const { roomUrl, signal, audio } = this.parts;
    try {
      const response = await fetch(new URL(`/clips/${name}`, roomUrl), { signal });
      return await audio.context.decodeAudioData(await response.arrayBuffer());
    } catch {
      return undefined;
    }
  }
}
