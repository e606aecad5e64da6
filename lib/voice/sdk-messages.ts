export type Speaker = 'assistant' | 'visitor';

/** The messages of a call that the widget cares about. */
export type SdkMessage =
  | { type: 'transcript'; who: Speaker; final: boolean; text: string }
  | { type: 'ended'; endedReason: string | undefined };

/**
 * Reads one payload of the SDK's `message` event, which is whatever JSON the provider sent.
 *
 * @param raw the parsed message
 * @returns null for everything the widget has no use for
 */
export function readSdkMessage(raw: unknown): SdkMessage | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const message = raw as Record<string, unknown>;
  if (message.type === 'status-update' && message.status === 'ended') {
    const { endedReason } = message;
    return {
      type: 'ended',
      endedReason: typeof endedReason === 'string' ? endedReason : undefined,
    };
  }
  // Subscribed with a filter, the provider sends the type as `transcript[transcriptType="final"]`.
  const isTranscript = typeof message.type === 'string' && /^transcript($|\[)/.test(message.type);
  if (!isTranscript || typeof message.transcript !== 'string') return null;
  const text = message.transcript.trim();
  const who =
    message.role === 'assistant' ? 'assistant' : message.role === 'user' ? 'visitor' : null;
  if (!who || text === '') return null;
  return { type: 'transcript', who, final: message.transcriptType === 'final', text };
}
