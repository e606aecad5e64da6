import type { WebhookKind } from '@/lib/settings/rules';
import { readAlert } from '../../local/alert-receiver';

/** `shown` is what people see in the channel; null for nothing. */
export type WebhookReply = { status: number; answer: string; shown: string | null };

type Fields = Record<string, unknown>;

/** https://developers.google.com/workspace/chat/api */
const GOOGLE_CHAT_FIELDS = [
  ...['text', 'cardsV2', 'fallbackText', 'accessoryWidgets', 'thread', 'attachment'],
  ...['actionResponse', 'annotations', 'clientAssignedMessageId', 'privateMessageViewer'],
];

const accept = (shown: string | null, status = 200, answer = 'ok'): WebhookReply => ({
  status,
  answer,
  shown,
});
const reject = (status: number, answer: string | object): WebhookReply => ({
  status,
  answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
  shown: null,
});

const RECEIVERS: Record<WebhookKind, (fields: Fields | null) => WebhookReply> = {
  /** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
  slack: (fields) => {
    if (!fields) return reject(400, 'invalid_payload');
    if (!isText(fields.text)) return reject(400, 'no_text');
    const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
    return accept(fields.text.replace(/&(lt|gt|amp);/g, (entity) => entities[entity] ?? ''));
  },

  /** https://discord.com/developers/docs/resources/webhook#execute-webhook */
  discord: (fields) => {
    if (!fields) return reject(400, { message: 'Invalid JSON', code: 50109 });
    const { content } = fields;
    if (!isText(content))
      return reject(400, { message: 'Cannot send an empty message', code: 50006 });
    if (content.length > 2000) return reject(400, { message: 'Invalid Form Body', code: 50035 });
    return accept(content.replace(/\\([\W_])/g, '$1'), 204, '');
  },

  /** https://developers.google.com/workspace/chat/quickstart/webhooks */
  'google-chat': (fields) => {
    const refuse = (message: string) =>
      reject(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
    if (!fields) return refuse('Invalid JSON payload received.');
    const unknown = Object.keys(fields).find((name) => !GOOGLE_CHAT_FIELDS.includes(name));
    if (unknown)
      return refuse(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
    if (!isText(fields.text)) return refuse('Message cannot be empty.');
    if (fields.text.length > 4096) return refuse('Message is too long.');
    return accept(fields.text, 200, '{}');
  },

  /** The template “Send webhook alerts to a channel” takes anything and posts its cards. */
  teams: (fields) => {
    if (!fields) return reject(400, { error: { code: 'InvalidRequestContent' } });
    const { type, attachments } = fields as { type?: unknown; attachments?: unknown };
    const cards = (Array.isArray(attachments) ? (attachments as Fields[]) : [])
      .filter(({ contentType }) => contentType === 'application/vnd.microsoft.card.adaptive')
      .map(({ content }) => content as { type?: string; version?: string; body?: Fields[] })
      .filter((card) => card.type === 'AdaptiveCard' && card.version && card.body);
    const lines = cards.flatMap(({ body = [] }) => body.map(({ text }) => String(text)));
    const shown = lines.join('\n').replace(/\\([\W_])/g, '$1');
    return accept(type === 'message' && shown ? shown : null, 202, '');
  },

  /** https://docs.ntfy.sh/publish/#publish-as-json */
  ntfy: (fields) => {
    if (!fields)
      return reject(400, { code: 40017, error: 'request body must be message JSON', http: 400 });
    const { topic, message } = fields;
    if (!isText(topic) || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
      return reject(400, { code: 40009, error: 'invalid request: topic invalid', http: 400 });
    // ntfy turns a longer message into a file.
    const isShown = isText(message) && Buffer.byteLength(message) <= 4096;
    return accept(isShown ? message : null, 200, '{}');
  },

  /** Our own format (docs/ops.md). */
  json: (fields) => {
    const alert = readAlert(fields);
    return alert ? accept(alert.text) : reject(400, 'no alert');
  },
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Answers the body of a webhook as its real receiver would. */
export function createWebhookReply(kind: WebhookKind, body: string): WebhookReply {
  return RECEIVERS[kind](readFields(body));
}

function readFields(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}
