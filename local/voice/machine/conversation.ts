import type { EndedReason } from '../calls';
import type { ScenarioId } from '../scenarios';
import { listen } from './listen';
import { delays } from './plan';
import { Speaker, type SpeakerParts, type TurnName } from './speaker';
import { topicOf, type Topic } from './topics';
import { wait } from './wait';
import { moveAppointment, noteInCrm } from './work';

export type ConversationParts = SpeakerParts & {
  hangUp: (endedReason: EndedReason) => void;
  /** The page sends silence in place of a microphone. */
  typing: boolean;
};

type Answer = TurnName | Topic;

/** What the assistant answers to speech, one after the other: it does not understand what is said. */
function scriptOf(scenario: ScenarioId): Answer[] {
  const work: Answer[] = scenario === 'brief' ? [] : ['scheduling'];
  return ['support', ...work, 'integrations', 'goodbye'];
}

/**
 * The scripted assistant. Typed words are answered by their topic, and interrupt it. All methods reject with the signal's
 * reason when the call is over.
 */
export class Conversation {
  private readonly speaker: Speaker;
  /** What was typed since the last answer. */
  private typed: string[] = [];

  constructor(private readonly parts: ConversationParts) {
    this.speaker = new Speaker(parts);
    this.speaker.load('greeting');
  }

  /** Takes typed words. */
  hear(text: string): void {
    this.typed.push(text);
    this.speaker.interrupt();
  }

  /** Plays the whole conversation and hangs up. */
  async run(): Promise<void> {
    const { hangUp, plan, signal } = this.parts;
    const { think } = delays[plan.pace];
    const script = scriptOf(plan.scenario);
    this.load(script[0]);
    await this.answer('greeting');
    let last = false;
    while (!last) {
      const heard = await listen(
        this.parts,
        () => this.typed.length > 0,
        () => this.answer('nudge'),
      );
      if (heard === 'nothing') return hangUp('silence-timed-out');
      await wait(think, signal);
      const typed = this.typed.splice(0).join(' ');
      const answer = typed === '' ? (script.shift() ?? 'goodbye') : topicOf(typed, plan.language);
      this.load(script[0]);
      await this.answer(answer);
      last = answer === 'goodbye' && this.typed.length === 0;
    }
    await wait(think, signal);
    hangUp('assistant-ended-call');
  }

  /** Says a text after the present turn, in captions only; then hangs up, if asked to. */
  async say(text: string, endCallAfterSpoken: boolean): Promise<void> {
    await this.speaker.say(text);
    if (endCallAfterSpoken) this.parts.hangUp('assistant-ended-call');
  }

  private async answer(answer: Answer): Promise<void> {
    switch (answer) {
      case 'scheduling':
        await this.speak('moving');
        await moveAppointment(this.parts);
        await noteInCrm(this.parts);
        return this.speak('moved');
      case 'crm':
        await noteInCrm(this.parts);
        return this.speak('crm');
      default:
        return this.speak(answer);
    }
  }

  /** Nothing more is said while typed words wait for an answer. */
  private async speak(turn: TurnName): Promise<void> {
    if (this.typed.length === 0) await this.speaker.speakTurn(turn);
  }

  private load(answer: Answer | undefined): void {
    if (answer === 'scheduling') ['moving', 'moved'].forEach((turn) => this.load(turn as TurnName));
    else if (answer) this.speaker.load(answer);
  }
}
