import type { Vapi } from '@vapi-ai/server-sdk';

/** The SDK and the call machine exchange messages by `postMessage` in one window. */
export type Message = { action: string; callbackStamp?: unknown; [field: string]: unknown };

/** The published types have `status-update` for servers only. */
export type AssistantMessage = Vapi.ClientMessageMessage | Vapi.ServerMessageStatusUpdate;

export type Channel = {
  post(message: Message): void;
  /** Answers a request of the SDK; an `error` field rejects it there. */
  reply(request: Message, fields?: Record<string, unknown>): void;
  close(): void;
};

const MESSAGE_CHANNEL = 'iframe-call-message';

/** Listens to one call object's messages until `close()`. */
export function openChannel(callClientId: string, onMessage: (message: Message) => void): Channel {
  const post = (message: Message) =>
    window.postMessage(
      { ...message, what: MESSAGE_CHANNEL, from: 'embedded', callClientId },
      location.origin,
    );

  const listen = ({ data, source }: MessageEvent) => {
    if (source !== window || data?.what !== MESSAGE_CHANNEL || data.from !== 'module') return;
    if (data.callClientId === callClientId) onMessage(data as Message);
  };
  window.addEventListener('message', listen);

  return {
    post,
    reply(request, fields = {}) {
      if (request.callbackStamp === undefined) return;
      post({ ...fields, action: 'reply', callbackStamp: request.callbackStamp });
    },
    close: () => window.removeEventListener('message', listen),
  };
}
