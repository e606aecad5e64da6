import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { Language } from '@/lib/language';
import { failed, ok, skipped, warning } from './check';
import { createCheck, createObjectSchema, parseAnswer, type Probes } from './probes';
import { readCallConfig } from './site';

/** So that the check ends in time, however many prospects there are. */
const MAX_PROSPECTS = 100;
const REQUESTS_AT_ONCE = 10;
const MAX_LISTED = 5;

/** Lists what the provider keeps of a call, or lets others hear. Its defaults keep everything. */
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

/** Returns for how long a call may last, by the provider's default for 600 s. */
export const readMaxSeconds = ({ maxDurationSeconds = 600 }: Vapi.AssistantOverrides = {}) =>
  maxDurationSeconds;

async function readAssistant({ askProvider }: Probes, id: string) {
  const answer = await askProvider(`/assistant/${id}`);
  const found = parseAnswer(createObjectSchema<Vapi.Assistant>(), answer);
  return { status: answer.status, assistant: answer.status === 200 ? found : undefined };
}

const provider = createCheck('provider', ['settings'], async ({ settings, askProvider }) => {
  if (!settings.VAPI_PRIVATE_KEY) return skipped('VAPI_PRIVATE_KEY is not set');
  const { status } = await askProvider('/assistant/none');
  if (status === 401 || status === 403)
    return failed(
      `refuses VAPI_PRIVATE_KEY (${status})`,
      'Take the private key, not the public one, from the provider’s dashboard → API keys.',
    );
  if (![200, 400, 404].includes(status))
    return failed(`answers ${status}`, 'See the provider’s status page, and VAPI_API_URL.');
  return ok('takes VAPI_PRIVATE_KEY');
});

const assistant = createCheck('assistant', ['provider', 'calls'], async (probes) => {
  const { VAPI_PRIVATE_KEY, VAPI_ORG_ID, CALL_RECORDING } = probes.settings;
  const { assistantId, maxSeconds = 0 } = (await readCallConfig(probes)) ?? {};
  if (!VAPI_PRIVATE_KEY || !assistantId) return skipped('needs VAPI_PRIVATE_KEY and an assistant');
  const { status, assistant: found } = await readAssistant(probes, assistantId);
  if (!found)
    return failed(
      `the provider has no assistant ${assistantId}, which the site calls (${status})`,
      'Set VAPI_ASSISTANT_ID to an id from the provider’s dashboard → Assistants.',
    );
  if (VAPI_ORG_ID && found.orgId && found.orgId !== VAPI_ORG_ID)
    return failed(
      'VAPI_ORG_ID is not the organisation that VAPI_PRIVATE_KEY belongs to',
      'Take both from the same organisation: no call can be created with these.',
    );
  const kept = CALL_RECORDING ? [] : listKept(found);
  const findings = [
    ...(readMaxSeconds(found) > maxSeconds ? [`last ${readMaxSeconds(found)} s`] : []),
    ...(kept.length > 0 ? [`are kept: ${kept.join(', ')}`] : []),
  ];
  if (findings.length === 0) return ok('the provider has it, with the limits of the site');
  return warning(
    `calls to it that the site does not create ${findings.join(', and ')}`,
    'Give the assistant the settings of docs/assistants.md.',
  );
});

/** How each language says it, besides “AI”. */
const AI_WORDS: Record<Language, string> = {
  en: '[Aa]rtificial [Ii]ntelligence',
  cs: '[Uu]měl\\p{L}+ [Ii]nteligenc\\p{L}+',
};
const SAYS_AI = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:A\\.?I|${Object.values(AI_WORDS).join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);

/** Finds out why a call does not begin with a word for AI; null if it does. */
export function findMissingDisclosure({
  firstMessage = '',
  firstMessageMode: mode = 'assistant-speaks-first',
}: Pick<Vapi.Assistant, 'firstMessage' | 'firstMessageMode'>): string | null {
  if (mode !== 'assistant-speaks-first') return `begins otherwise: ${mode}`;
  return SAYS_AI.test(firstMessage) ? null : 'has no word for AI in its first message';
}

const prospectsSchema = z.array(z.object({ vapi_assistant_id: z.string() }));

const disclosure = createCheck('AI disclosure', ['assistant', 'database'], async (probes) => {
  const { assistantId } = (await readCallConfig(probes)) ?? {};
  const answer = await probes.queryDatabase(
    `decisionMakers?select=vapi_assistant_id&order=created_at.desc&limit=${MAX_PROSPECTS}`,
  );
  const prospects = parseAnswer(prospectsSchema, answer) ?? [];
  const named = [assistantId ?? '', ...prospects.map((row) => row.vapi_assistant_id)];
  const ids = [...new Set(named)].filter(Boolean);
  if (!probes.settings.VAPI_PRIVATE_KEY || ids.length === 0)
    return skipped('needs VAPI_PRIVATE_KEY and an assistant');

  async function examine(id: string): Promise<string[]> {
    const { status, assistant: found } = await readAssistant(probes, id);
    if (!found) return [`the provider has no assistant ${id} (${status})`];
    const problem = findMissingDisclosure(found);
    return problem ? [`${id} ${problem}`] : [];
  }
  const findings: string[] = [];
  for (let start = 0; start < ids.length; start += REQUESTS_AT_ONCE) {
    const some = ids.slice(start, start + REQUESTS_AT_ONCE);
    findings.push(...(await Promise.all(some.map(examine))).flat());
  }
  if (findings.length === 0)
    return ok(`first messages with a word for AI: ${ids.length} of ${ids.length} assistants`);
  const more = findings.length - MAX_LISTED;
  return warning(
    `${findings.slice(0, MAX_LISTED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    'Have the first message say “I am an AI assistant” or “Jsem AI asistent”: ' +
      'the law requires it (EU AI Act, article 50).',
  );
});

export const providerChecks = [provider, assistant, disclosure];
