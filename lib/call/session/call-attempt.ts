import type { EndReason } from '@/lib/analytics/events';
import { countEvent } from '@/lib/analytics/count';
import type { CallConfig } from '@/lib/call/sdk/dialler';
import type { SdkCall } from '@/lib/call/sdk/sdk-call';
import type { CallEvent, CallFailure, ConnectingPhase, InputKind } from '@/lib/call/types';
import { prepareCall } from './call-preparation';
import type { ConversationOutput } from './conversation';
import type { VoiceClient } from './voice-client';

interface CallOutput extends ConversationOutput {
  readonly sound: { readonly volume: number };
}

/** One press on Start and its call, which can be ended before it is dialled. */
export class CallAttempt {
  /** From dialling on. */
  call: SdkCall | null = null;
  private readonly preparationController = new AbortController();

  constructor(
    private readonly client: VoiceClient,
    private readonly output: CallOutput,
    private readonly onEvent: (event: CallEvent) => void,
  ) {}

  /** Prepares and dials the call. Call it inside a press, once. Never rejects. */
  async start(
    config: CallConfig | null,
    pageAssistantId: string | null,
    inputKind: InputKind,
  ): Promise<void> {
    const { client, output, onEvent } = this;
    const { signal } = this.preparationController;
    const assistantId = pageAssistantId ?? config?.assistantId;
    if (!config || !assistantId) {
      return this.giveUp({ kind: 'not-configured', phase: 'ticket' }, '');
    }
    const onPhase = (phase: ConnectingPhase) => onEvent({ type: 'phase', phase });
    const preparing = prepareCall(assistantId, inputKind, signal, onPhase);
    const running = client.run().catch((error: unknown) => {
      if (signal.aborted) return;
      this.giveUp({ kind: 'init-failed', phase: 'setup' }, String(error));
    });
    const prepared = await preparing;
    if (!prepared || signal.aborted) return;
    if (!prepared.ok) return this.giveUp(prepared.failure, prepared.detail);
    await running;
    if (signal.aborted) return;
    const { input, ticket } = prepared.value;
    if (input.kind === 'voice') countEvent('microphone_granted');
    onPhase('dialling');
    this.call = client.dial(config, { assistantId, ticket }, input, output, onEvent);
    this.call.setVolume(output.sound.volume);
  }

  end(reason: EndReason): void {
    if (this.call) this.call.end(reason);
    else this.stop({ type: 'ended', reason });
  }

  private giveUp(failure: CallFailure, detail: string): void {
    this.stop({ type: 'failed', failure, detail, callId: null });
  }

  private stop(event: CallEvent): void {
    this.preparationController.abort();
    this.onEvent(event);
    this.onEvent({ type: 'released' });
  }
}
