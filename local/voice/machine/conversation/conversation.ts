import type { SdkSentMessage } from '@/lib/call/sdk/voice-sdk';
import type { ScenarioId } from '../../scenarios';
import { listen } from './listen';
import { DELAYS_MS, wait } from '../timing';
import { type ConversationParts, AssistantVoice, type TurnName } from './assistant-voice';
import { findTopic, type Topic } from './topics';
import { moveAppointment, noteInCrm } from './tools';

type Reply = TurnName | Topic;

/** The assistant does not understand speech, so its replies have a fixed order. */
function getScript(scenario: ScenarioId): Reply[] {
  const work: Reply[] = scenario === 'brief' ? [] : ['scheduling'];
  return ['support', ...work, 'integrations', 'goodbye'];
}

/** The scripted assistant. All methods reject when the call ends. */
export class Conversation {
  private readonly speaker: AssistantVoice;
  /** Texts typed since the last reply. */
  private typedTexts: string[] = [];

  constructor(private readonly parts: ConversationParts) {
    this.speaker = new AssistantVoice(parts);
    this.speaker.prefetch('greeting');
  }

  /** Takes a typed text, which interrupts the assistant. */
  hear(text: string): void {
    this.typedTexts.push(text);
    this.speaker.interrupt();
  }

  /** Plays the whole conversation and hangs up. */
  async run(): Promise<void> {
    const { hangUp, plan, signal } = this.parts;
    const { think } = DELAYS_MS[plan.pace];
    const script = getScript(plan.scenario);
    this.prefetch(script[0]);
    await this.reply('greeting');
    let isLast = false;
    while (!isLast) {
      const heard = await listen(
        this.parts,
        () => this.typedTexts.length > 0,
        () => this.reply('nudge'),
      );
      if (heard === 'nothing') return hangUp('silence-timed-out');
      await wait(think, signal);
      const typed = this.typedTexts.splice(0).join(' ');
      const reply = typed === '' ? (script.shift() ?? 'goodbye') : findTopic(typed, plan.language);
      this.prefetch(script[0]);
      await this.reply(reply);
      isLast = reply === 'goodbye' && this.typedTexts.length === 0;
    }
    await wait(think, signal);
    hangUp('assistant-ended-call');
  }

  /** Says a text after the current turn, or instead of its rest; in captions only. */
  async say({
    message,
    endCallAfterSpoken,
    interruptAssistantEnabled,
  }: Extract<SdkSentMessage, { type: 'say' }>): Promise<void> {
    if (interruptAssistantEnabled) this.speaker.interrupt();
    await this.speaker.say(message);
    if (endCallAfterSpoken) this.parts.hangUp('assistant-ended-call');
  }

  private async reply(reply: Reply): Promise<void> {
    switch (reply) {
      case 'scheduling':
        await this.speak('moving');
        await moveAppointment(this.parts);
        await noteInCrm(this.parts);
        return this.speak('moved');
      case 'crm':
        await noteInCrm(this.parts);
        return this.speak('crm');
      default:
        return this.speak(reply);
    }
  }

  /** Stays silent while a typed text waits for a reply. */
  private async speak(turn: TurnName): Promise<void> {
    if (this.typedTexts.length === 0) await this.speaker.speakTurn(turn);
  }

  private prefetch(reply: Reply | undefined): void {
    if (reply === 'scheduling')
      ['moving', 'moved'].forEach((turn) => this.prefetch(turn as TurnName));
    else if (reply) this.speaker.prefetch(reply);
  }
}
