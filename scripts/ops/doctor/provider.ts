import { randomUUID } from 'node:crypto';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import { ENDED_STATUS } from '@/lib/server/call/provider';
import {
  type Check,
  failed,
  ok,
  type Outcome,
  parseAnswer,
  skipped,
  warning,
  type World,
} from './check';
import { readCallConfig } from './site';

const assistantSchema = z.custom<Vapi.Assistant>((value) => value instanceof Object);

/** Of a first message, in every language of ours. */
export const SAYS_AI = /\bAI\b|artificial intelligence|uměl\S+ inteligenc/i;

async function checkAssistant(world: World): Promise<Outcome> {
  const { VAPI_PRIVATE_KEY, VAPI_ORG_ID, CALL_RECORDING } = world.settings;
  const { assistantId } = (await readCallConfig(world)) ?? {};
  if (!VAPI_PRIVATE_KEY || !assistantId) return skipped('needs VAPI_PRIVATE_KEY and an assistant');
  const answer = await world.askProvider(`/assistant/${assistantId}`);
  const assistant = answer.status === 200 ? parseAnswer(assistantSchema, answer) : undefined;
  if (!assistant)
    return failed(
      `the provider does not show the assistant ${assistantId} of the site (${answer.status})`,
      'Set VAPI_PRIVATE_KEY (401, 403: the private one) and VAPI_ASSISTANT_ID (404) as ' +
        'the provider’s dashboard has them. Otherwise see its status page, and VAPI_API_URL.',
    );
  if (assistant.orgId !== VAPI_ORG_ID)
    return failed(
      'VAPI_ORG_ID is not the organisation that VAPI_PRIVATE_KEY belongs to',
      'Take both from the same organisation: no call can be created with these.',
    );
  const first = assistant.firstMessage ?? '';
  const kept = CALL_RECORDING ? [] : listKept(assistant as Vapi.AssistantOverrides);
  const findings = [
    ...(SAYS_AI.test(first)
      ? []
      : [`its first message does not say “AI”: ${first || 'it has none'}`]),
    ...(kept.length > 0
      ? [`of calls that the site does not create are kept: ${kept.join(', ')}`]
      : []),
  ];
  if (findings.length === 0)
    return ok('its first message says “AI”, and its settings keep no calls');
  return warning(
    findings.join('; '),
    'Give it a first message and the settings of docs/assistants.md. The law requires it, and ' +
      'those of prospects, to say that it is an AI (EU AI Act, article 50).',
  );
}

export const assistantCheck: Check = { name: 'assistant', needs: ['calls'], run: checkAssistant };

/** The provider's defaults keep everything. */
export function listKept(plans: Vapi.AssistantOverrides = {}): string[] {
  const { artifactPlan, analysisPlan, monitorPlan } = plans;
  const kept = {
    recording: artifactPlan?.recordingEnabled,
    transcript: artifactPlan?.transcriptPlan?.enabled,
    log: artifactPlan?.loggingEnabled,
    summary: analysisPlan?.summaryPlan?.enabled,
    evaluation: analysisPlan?.successEvaluationPlan?.enabled,
    listening: monitorPlan?.listenEnabled,
  };
  return Object.entries(kept).flatMap(([name, isOn]) => ((isOn ?? true) ? [name] : []));
}

const errorSchema = z.object({ error: z.string() });
const callsSchema = z.array(z.custom<Vapi.Call>((value) => value instanceof Object));

/** Creates a call through the site, as a browser does, and has it ended. It uses up budgets. */
export async function checkCall(world: World): Promise<Outcome> {
  const { postToSite, askProvider, settings } = world;
  const { assistantId, maxSeconds = 0 } = (await readCallConfig(world)) ?? {};
  if (!settings.VAPI_PRIVATE_KEY || !assistantId)
    return skipped('needs VAPI_PRIVATE_KEY and an assistant');
  const id = randomUUID();
  const answer = await postToSite('/api/call', { id, assistantId });
  if (answer.status !== 201)
    return failed(
      `no call: ${answer.status} ${parseAnswer(errorSchema, answer)?.error ?? 'no reason'}`,
      'The site’s log says why: “no call created”, “call refused” (docs/ops.md).',
    );
  await postToSite('/api/call/end', { id });

  // The newest calls come first.
  const newest = await askProvider(`/call?${new URLSearchParams({ assistantId })}`);
  const call = parseAnswer(callsSchema, newest)?.find(
    ({ assistantOverrides }) => assistantOverrides?.metadata?.['callId'] === id,
  );
  if (call?.status !== ENDED_STATUS)
    return warning(
      `created, but the provider says that it is ${call?.status ?? 'unknown'}`,
      'End it in the provider’s dashboard → Calls.',
    );
  const seconds = call.assistantOverrides?.maxDurationSeconds ?? Infinity;
  const kept = settings.CALL_RECORDING ? [] : listKept(call.assistantOverrides);
  if (seconds <= maxSeconds && kept.length === 0)
    return ok(`created through the site, for at most ${seconds} s, and ended at once`);
  return failed(
    `created with ${seconds} s, and the provider keeps: ${kept.join(', ') || 'nothing'}`,
    'Update the site: it is to ask for its own limit, and that nothing is kept.',
  );
}
