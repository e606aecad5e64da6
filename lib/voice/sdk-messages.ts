import type { CallEvent } from './call-events';
import { readToolCalls, readToolResult } from './tool-calls';

/** The provider's messages that matter to the widget. */
export type SdkMessage =
  | Extract<CallEvent, { type: 'transcript' | 'tool-calls' | 'tool-result' }>
  | { type: 'call-ended'; endedReason: string | undefined };

/**
 * Reads one payload of the SDK's `message` event.
 *
 * @param raw any JSON
 * @returns null for every other message
 */
export function readSdkMessage(raw: unknown): SdkMessage | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const message = raw as Record<string, unknown>;
  if (message.type === 'status-update' && message.status === 'ended') {
    const { endedReason } = message;
    return {
      type: 'call-ended',
      endedReason: typeof endedReason === 'string' ? endedReason : undefined,
    };
  }
  if (message.type === 'tool-calls') {
    const calls = readToolCalls(message);
    return calls.length > 0 ? { type: 'tool-calls', calls } : null;
  }
  if (message.type === 'tool-calls-result') {
    const result = readToolResult(message);
    return result && { type: 'tool-result', ...result };
  }
  // A subscription with a filter makes the provider send `transcript[transcriptType="final"]`.
  const isTranscript = typeof message.type === 'string' && /^transcript($|\[)/.test(message.type);
  if (!isTranscript || typeof message.transcript !== 'string') return null;
  const text = message.transcript.trim();
  const who =
    message.role === 'assistant' ? 'assistant' : message.role === 'user' ? 'visitor' : null;
  if (!who || text === '') return null;
  return { type: 'transcript', who, final: message.transcriptType === 'final', text };
}
