import { countEvent } from '@/lib/analytics/count';
import type { EndReason } from '@/lib/analytics/events';
import { createSilentTrack, type CallInput, type CaptureResult } from '@/lib/call/audio/call-input';
import { openMicrophone } from '@/lib/call/audio/microphone';
import type { SdkCall } from '@/lib/call/sdk/sdk-call';
import type {
  CallConfig,
  CallEvent,
  CallFailure,
  ConnectingPhase,
  InputKind,
} from '@/lib/call/types';
import type { ConversationOutput } from './follow-conversation';
import { getLoadFailure } from './load-chunk';
import { requestTicket, type IssuedTicket } from './request-ticket';
import type { VoiceClient } from './voice-client';

interface CallOutput extends ConversationOutput {
  readonly sound: { readonly volume: number };
}

/** One press on Start and its call, which can be ended before it is dialled. */
export class CallAttempt {
  /** From dialling on. */
  call: SdkCall | null = null;
  ticket: string | null = null;
  private readonly preparationController = new AbortController();

  constructor(
    private readonly client: VoiceClient,
    private readonly output: CallOutput,
    private readonly onEvent: (event: CallEvent) => void,
  ) {}

  /** Prepares and dials the call. Call it inside a press, once. Never rejects. */
  async start(
    config: CallConfig | null,
    pageAssistantId: string | undefined,
    inputKind: InputKind,
  ): Promise<void> {
    const { client, output, onEvent } = this;
    const assistantId = pageAssistantId ?? config?.assistantId;
    if (!config || !assistantId) {
      return this.giveUp({ kind: 'not-configured', phase: 'ticket' }, '');
    }
    const preparing = this.prepare(assistantId, inputKind);
    const running = client.run().catch((error: unknown) => {
      this.giveUp({ kind: getLoadFailure(), phase: 'setup' }, String(error));
    });
    const prepared = await preparing;
    await running;
    if (!prepared || this.isStopped) return;
    const { input, ticket } = prepared;
    if (input.kind === 'voice') countEvent('microphone_granted');
    this.showPhase('dialling');
    this.ticket = ticket;
    this.call = client.dial(config, { assistantId, ticket }, input, output, onEvent);
    this.call.setVolume(output.sound.volume);
  }

  end(reason: EndReason): void {
    if (this.call) this.call.end(reason);
    else this.stop({ type: 'ended', reason });
  }

  private get isStopped(): boolean {
    return this.preparationController.signal.aborted;
  }

  /** The ticket comes first, so that no permission is asked for needlessly. Null: it is over. */
  private async prepare(
    assistantId: string,
    inputKind: InputKind,
  ): Promise<{ input: CallInput; ticket: string } | null> {
    const silentInput = inputKind === 'text' ? this.keepInput(createSilentTrack()) : null;
    if (this.isStopped) return null;
    let ticket = await this.getTicket(assistantId);
    if (!ticket) return null;
    if (!silentInput) this.showPhase('microphone');
    const input = silentInput ?? this.keepInput(await openMicrophone());
    if (!input) return null;
    // The browser's permission prompt may have been open for minutes.
    if (Date.now() > ticket.staleAt) ticket = await this.getTicket(assistantId);
    return ticket && { input, ticket: ticket.text };
  }

  private async getTicket(assistantId: string): Promise<IssuedTicket | null> {
    this.showPhase('ticket');
    const result = await requestTicket(assistantId, this.preparationController.signal);
    if (this.isStopped) return null;
    if (result.ok) return result.ticket;
    this.giveUp(result.failure, result.detail);
    return null;
  }

  /** The input is closed when the attempt stops before dialling. */
  private keepInput(capture: CaptureResult<InputKind>): CallInput | null {
    if (!capture.ok) {
      this.giveUp({ kind: capture.kind, phase: 'microphone' }, '');
      return null;
    }
    const { input } = capture;
    this.preparationController.signal.addEventListener('abort', input.close);
    if (!this.isStopped) return input;
    input.close();
    return null;
  }

  private showPhase(phase: ConnectingPhase): void {
    this.onEvent({ type: 'phase', phase });
  }

  private giveUp(failure: CallFailure, detail: string): void {
    if (!this.isStopped) this.stop({ type: 'failed', failure, detail, callId: null });
  }

  private stop(event: CallEvent): void {
    this.preparationController.abort();
    this.onEvent(event);
    this.onEvent({ type: 'released' });
  }
}
