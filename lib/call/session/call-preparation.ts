import type { ConnectingPhase, InputKind } from '@/lib/call/types';
import { createSilentTrack, type CallInput, type CaptureResult } from '@/lib/call/audio/call-input';
import { requestTicket, type PreparationResult } from './request-ticket';
import { openMicrophone } from '@/lib/call/audio/microphone';

function closeOnAbort(
  capture: CaptureResult<InputKind>,
  signal: AbortSignal,
): PreparationResult<CallInput> {
  if (!capture.ok) {
    const failure = { kind: capture.kind, phase: 'microphone' } as const;
    return { ok: false, failure, detail: '' };
  }
  const { input } = capture;
  if (signal.aborted) input.close();
  signal.addEventListener('abort', input.close);
  return { ok: true, value: input };
}

/**
 * Gets the ticket first, then the microphone (voice only), so that no permission is asked for
 * needlessly. Call it inside a press. The signal closes the input, even after the return.
 */
export async function prepareCall(
  assistantId: string,
  inputKind: InputKind,
  signal: AbortSignal,
  onPhase: (phase: ConnectingPhase) => void,
): Promise<PreparationResult<{ input: CallInput; ticket: string }> | null> {
  const silentInput = inputKind === 'text' ? closeOnAbort(createSilentTrack(), signal) : null;
  if (silentInput && !silentInput.ok) return silentInput;
  onPhase('ticket');
  let ticket = await requestTicket(assistantId, signal);
  if (signal.aborted) return null;
  if (!ticket.ok) return ticket;
  if (!silentInput) onPhase('microphone');
  const input = silentInput ?? closeOnAbort(await openMicrophone(), signal);
  if (signal.aborted) return null;
  if (!input.ok) return input;
  // The browser's permission prompt may have been open for minutes.
  if (Date.now() > ticket.value.staleAt) {
    onPhase('ticket');
    ticket = await requestTicket(assistantId, signal);
    if (!ticket.ok) return ticket;
  }
  return { ok: true, value: { input: input.value, ticket: ticket.value.text } };
}
