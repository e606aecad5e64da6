import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { Env } from '@/lib/server/env';
import { type FieldsOf, HOSTED_PROVIDER, USER_AGENT } from '@/lib/server/call/voice-provider';
import { type FetchedResponse, sendRequest, parseBody } from '../http-request';

const onUnless = z.object({ enabled: z.boolean().default(true) }).prefault({});

/** What the provider keeps of a call. Its defaults keep everything. */
export const keepingSchema = {
  artifactPlan: z
    .object({
      recordingEnabled: z.boolean().default(true),
      loggingEnabled: z.boolean().default(true),
      transcriptPlan: onUnless,
    } satisfies FieldsOf<Vapi.ArtifactPlan>)
    .prefault({}),
  analysisPlan: z
    .object({
      summaryPlan: onUnless,
      successEvaluationPlan: onUnless,
    } satisfies FieldsOf<Vapi.AnalysisPlan>)
    .prefault({}),
  monitorPlan: z
    .object({ listenEnabled: z.boolean().default(true) } satisfies FieldsOf<Vapi.MonitorPlan>)
    .prefault({}),
} satisfies FieldsOf<Vapi.AssistantOverrides>;

type Keeping = { [Name in keyof typeof keepingSchema]: z.output<(typeof keepingSchema)[Name]> };

/** Lists what the provider keeps of a call, or lets others hear, besides its recording. */
export function listKept({ artifactPlan, analysisPlan, monitorPlan }: Keeping): string[] {
  const kept = {
    transcript: artifactPlan.transcriptPlan.enabled,
    log: artifactPlan.loggingEnabled,
    summary: analysisPlan.summaryPlan.enabled,
    evaluation: analysisPlan.successEvaluationPlan.enabled,
    listening: monitorPlan.listenEnabled,
  };
  return Object.entries(kept).flatMap(([name, isOn]) => (isOn ? [name] : []));
}

/** Some assistants still have this older form of `compliancePlan`. */
type UnpublishedFields = { hipaaEnabled?: boolean };

/** The defaults are the provider's: https://docs.vapi.ai/api-reference/assistants/get */
const assistantSchema = z.object({
  orgId: z.string().optional(),
  maxDurationSeconds: z.number().default(600),
  ...keepingSchema,
  compliancePlan: z
    .object({ hipaaEnabled: z.boolean().nullish() } satisfies FieldsOf<Vapi.CompliancePlan>)
    .nullish(),
  hipaaEnabled: z.boolean().nullish(),
  firstMessage: z.string().nullish(),
  firstMessageMode: z.string().nullish(),
  /** Most of the many transcribers have a language. */
  transcriber: z.unknown().optional(),
} satisfies FieldsOf<Vapi.Assistant & UnpublishedFields>);

export type Assistant = z.output<typeof assistantSchema>;

/** Reads from the provider's API. Throws NoResultError when there is no response. */
export function askProvider(
  { VAPI_API_URL = HOSTED_PROVIDER, VAPI_PRIVATE_KEY }: Env,
  path: string,
): Promise<FetchedResponse> {
  return sendRequest(VAPI_API_URL.replace(/\/$/, '') + path, {
    headers: { authorization: `Bearer ${VAPI_PRIVATE_KEY}`, 'user-agent': USER_AGENT },
  });
}

/** Reads an assistant, by default the landing page's. Any id will do to test the key. */
export async function askAssistant(
  settings: Env,
  id = settings.VAPI_ASSISTANT_ID ?? 'none',
): Promise<{ status: number; assistant: Assistant | undefined }> {
  const answer = await askProvider(settings, `/assistant/${id}`);
  const found =
    answer.status === 200 ? assistantSchema.safeParse(parseBody(answer)).data : undefined;
  return { status: answer.status, assistant: found };
}
