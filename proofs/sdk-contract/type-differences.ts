import type { Vapi } from '@vapi-ai/server-sdk';

export interface TypeDifference {
  subject: string;
  /** What the published types say. */
  types: string;
  /** What the service or the SDK does. */
  real: string;
  /** What the product and the local voice provider do. */
  ours: string;
}

/** A name that a type does not have. Once it has it, the type check fails and its row can go. */
type Missing<Type, Name extends string> = Name extends keyof Type ? never : Name;

const webCallUrl: Missing<Vapi.Call, 'webCallUrl'> = 'webCallUrl';
const durationSeconds: Missing<Vapi.ServerMessageEndOfCallReport, 'durationSeconds'> =
  'durationSeconds';
const hipaaEnabled: Missing<Vapi.Assistant, 'hipaaEnabled'> = 'hipaaEnabled';
const statusUpdate: Exclude<'status-update', Vapi.ClientMessageMessage['type']> = 'status-update';

/** Where the types of `@vapi-ai/server-sdk` and `@vapi-ai/web` differ from what they describe. */
export const typeDifferences: readonly TypeDifference[] = [
  {
    subject: '`POST /call/web`',
    types: 'its body and the call, but no method',
    real: 'the SDK and our server post to it',
    ours: '`CreateWebCallDto` is sent, `Call` is read',
  },
  {
    subject: 'address of the room in a created call',
    types: `\`transport.callUrl\`, no \`${webCallUrl}\``,
    real: `the service sends \`${webCallUrl}\`, and the SDK joins that`,
    ours: `\`${webCallUrl}\` is required; the local provider sends both`,
  },
  {
    subject: 'fields of a created call without a value',
    types: 'absent',
    real: 'JSON may have `null`',
    ours: 'both are read',
  },
  {
    subject: 'public tokens (JWT)',
    types: 'none',
    real: 'the service reads `orgId` and `token.restrictions`',
    ours: 'as documented; the local provider checks the same',
  },
  {
    subject: 'length in the `end-of-call-report`',
    types: `\`startedAt\` and \`endedAt\`, no \`${durationSeconds}\``,
    real: `the service sends \`${durationSeconds}\` too`,
    ours: `the times count, otherwise \`${durationSeconds}\`; the local provider sends all three`,
  },
  {
    subject: `\`${statusUpdate}\` in the browser`,
    types: 'a message to servers, not to clients',
    real: `clients get it, and \`clientMessages\` can ask for it`,
    ours: 'read and sent in the published shape of a server’s',
  },
  {
    subject: '`listening`',
    types: 'none',
    real: 'plain text among the JSON messages: the call has started',
    ours: 'the SDK reads it; the local provider sends it',
  },
  {
    subject: 'calls of tools',
    types: '`function` with `arguments` as JSON text',
    real: 'documented without `function` too, with an object or `parameters`',
    ours: 'all are read; the local provider sends the published shape',
  },
  {
    subject: '`toolCallResult` of `tool-calls-result`',
    types: 'any object',
    real: 'what a tool’s server answers',
    ours: 'read and sent as the published `ToolCallResult`',
  },
  {
    subject: '`message` of `add-message`',
    types: 'of the package `openai`, which is not installed: any value',
    real: 'role and text',
    ours: 'sent as the published `OpenAiMessage`',
  },
  {
    subject: 'events `message`, `error`, `camera-error` and `network-connection` of the SDK',
    types: 'any value',
    real: 'messages of the service, events of the call library',
    ours: 'read as the published messages and the call library’s events',
  },
  {
    subject: 'why a room is left or refused',
    types: 'any value, but for `connection-error`',
    real: 'the names that the call library documents',
    ours: 'read from text (`lib/call/sdk/sdk-errors.ts`)',
  },
  {
    subject: 'options of the SDK’s constructor',
    types: '`avoidEval` and one more',
    real: 'all options of the call library are handed on',
    ours: '`callObjectBundleUrlOverride` is given, by the call library’s own type',
  },
  {
    subject: 'HIPAA setting of an assistant',
    types: `\`compliancePlan\`, no \`${hipaaEnabled}\``,
    real: `older assistants may have \`${hipaaEnabled}\``,
    ours: '`npm run doctor` reads both',
  },
];
