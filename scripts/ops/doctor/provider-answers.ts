import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import type { Env } from '@/lib/server/env';
import { type FieldsOf, HOSTED_PROVIDER, USER_AGENT } from '@/lib/server/call/voice-provider';
import { type FetchedResponse, sendRequest, parseBody } from './http-request';

export const recordingPlanSchema = z
  .object({ recordingEnabled: z.boolean().default(true) } satisfies FieldsOf<Vapi.ArtifactPlan>)
  .prefault({});

/** Some assistants still have this older form of `compliancePlan`. */
type UnpublishedFields = { hipaaEnabled?: boolean };

/** The defaults are the provider's: https://docs.vapi.ai/api-reference/assistants/get */
const assistantSchema = z.object({
  orgId: z.string().optional(),
  maxDurationSeconds: z.number().default(600),
  artifactPlan: recordingPlanSchema,
  compliancePlan: z
    .object({ hipaaEnabled: z.boolean().nullish() } satisfies FieldsOf<Vapi.CompliancePlan>)
    .nullish(),
  hipaaEnabled: z.boolean().nullish(),
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

/** Reads the landing page's assistant. Any id will do to test the key. */
export async function askAssistant(
  settings: Env,
): Promise<{ status: number; assistant: Assistant | undefined }> {
  const { VAPI_ASSISTANT_ID = 'none' } = settings;
  const answer = await askProvider(settings, `/assistant/${VAPI_ASSISTANT_ID}`);
  const found =
    answer.status === 200 ? assistantSchema.safeParse(parseBody(answer)).data : undefined;
  return { status: answer.status, assistant: found };
}
