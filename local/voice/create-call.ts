import { randomUUID } from 'node:crypto';
import type { Pace, Plan } from './scenarios';
import { planOf } from './scenarios';

/** An HTTP answer, or `cut`: close the connection without one. */
export type Answer = 'cut' | { status: number; type: string; body: string };

export type CreateCallRequest = {
  authorization: string | undefined;
  /** Undefined when it is too long. */
  body: string | undefined;
  publicKey: string;
  /** The provider's address as the page knows it. */
  providerUrl: string;
  pace: Pace;
};

const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  404: 'Not Found',
};

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function refuse(status: number, message: unknown): Answer {
  return json(status, { message, error: names[status], statusCode: status });
}

const wrongKey = () =>
  refuse(401, 'Invalid Key. You may be using the private key instead of the public key.');

const unknownAssistant = (id: string) =>
  refuse(404, `Couldn't get the assistant: "${id}" does not exist.`);

function readAssistantId(body: string): string | undefined {
  try {
    const { assistantId } = JSON.parse(body) as { assistantId?: unknown };
    return typeof assistantId === 'string' && assistantId !== '' ? assistantId : undefined;
  } catch {
    return undefined;
  }
}

function failureOf({ scenario }: Plan, id: string): Answer | undefined {
  switch (scenario) {
    case 'wrong-key':
      return wrongKey();
    case 'unknown-assistant':
      return unknownAssistant(id);
    case 'bad-request':
      return refuse(400, ['assistantOverrides.variableValues must be an object']);
    case 'payment-required':
      return refuse(402, { text: 'Wallet balance is -0.01. Add credits.', code: 'balance' });
    case 'server-error':
      return {
        status: 502,
        type: 'text/html',
        body: '<!doctype html><title>502 Bad Gateway</title>',
      };
    case 'empty-body':
      return json(201, {});
    case 'no-json':
      return { status: 201, type: 'application/json', body: '' };
    case 'unreachable':
      return 'cut';
    default:
      return undefined;
  }
}

/**
 * Answers `POST /call/web`: 201 with `id` and an absolute `webCallUrl` that contains the plan, or the scenario's failure.
 * `plan` is the one that the assistant id names, with a failure as well.
 */
export function createCall(request: CreateCallRequest): { answer: Answer; plan?: Plan } {
  if (request.authorization !== `Bearer ${request.publicKey}`) return { answer: wrongKey() };
  const id = readAssistantId(request.body ?? '');
  if (id === undefined) {
    return { answer: refuse(400, ['assistantId must be a non-empty string']) };
  }
  const plan = planOf(id);
  if (!plan) return { answer: unknownAssistant(id) };
  const failure = failureOf(plan, id);
  if (failure) return { answer: failure, plan };

  const callId = randomUUID();
  const room = new URL(`/rooms/${callId}`, request.providerUrl);
  room.search = new URLSearchParams({ ...plan, pace: plan.pace ?? request.pace }).toString();
  return {
    plan,
    answer: json(201, {
      id: callId,
      type: 'webCall',
      status: 'queued',
      assistantId: id,
      webCallUrl: room.href,
      artifactPlan: { videoRecordingEnabled: false },
      assistant: { voice: { provider: 'local' } },
      transport: {},
    }),
  };
}
