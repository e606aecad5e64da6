import type { CallFailure, ConnectingStep, InputKind } from './call-events';
import { openSilence, type CallInput, type Capture } from '../media/call-input';
import { requestTicket, type CallTicket } from './call-ticket';
import { openMicrophone } from '../media/microphone';

/** What a call takes to be dialled, or why it cannot be. */
export type Preparation =
  | { ok: true; input: CallInput; ticket: string }
  | { ok: false; failure: CallFailure; detail: string };

type Failed = Extract<Preparation, { ok: false }>;
type Tried<Value> = { ok: true; value: Value } | Failed;

function keep(capture: Capture<InputKind>, over: AbortSignal): Tried<CallInput> {
  if (!capture.ok) {
    const failure = { kind: capture.kind, stage: 'microphone' } as const;
    return { ok: false, failure, detail: '' };
  }
  const { input } = capture;
  if (over.aborted) input.close();
  over.addEventListener('abort', input.close);
  return { ok: true, value: input };
}

async function takeTicket(assistantId: string, over: AbortSignal): Promise<Tried<CallTicket>> {
  const answer = await requestTicket(assistantId, over);
  if (answer.ok) return { ok: true, value: answer.ticket };
  const { kind, detail } = answer;
  return { ok: false, failure: { kind, stage: 'ticket' }, detail };
}

/**
 * Gets a ticket first, then the microphone, so that no permission is asked for needlessly. A typed call asks for none.
 * Call it inside the press.
 *
 * @param over ends it; closes what it has opened, also after it has returned. What it returns then means nothing
 */
export async function prepareCall(
  assistantId: string,
  kind: InputKind,
  over: AbortSignal,
  onStep: (step: ConnectingStep) => void,
): Promise<Preparation | null> {
  const silence = kind === 'text' ? keep(openSilence(), over) : null;
  if (silence && !silence.ok) return silence;
  onStep('ticket');
  let ticket = await takeTicket(assistantId, over);
  if (over.aborted) return null;
  if (!ticket.ok) return ticket;
  if (!silence) onStep('microphone');
  const input = silence ?? keep(await openMicrophone(), over);
  if (over.aborted) return null;
  if (!input.ok) return input;
  // The browser's question may have stood there for minutes.
  if (Date.now() > ticket.value.staleAt) {
    onStep('ticket');
    ticket = await takeTicket(assistantId, over);
    if (!ticket.ok) return ticket;
  }
  return { ok: true, input: input.value, ticket: ticket.value.text };
}
