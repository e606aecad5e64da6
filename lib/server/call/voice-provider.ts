import 'server-only';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { getEnv } from '@/lib/server/env';

export const HOSTED_PROVIDER = 'https://api.vapi.ai';
/** The provider refuses requests without a user agent. */
export const USER_AGENT = 'agency-site';
export const ENDED_STATUS: Vapi.CallStatus = 'ended';
/** It becomes part of a URL of the provider. */
export const CALL_ID_PATTERN = /^[A-Za-z0-9_-]{1,100}$/;

/** Schemas for fields of a published type. Each has to accept every value of its field. */
export type FieldsOf<Published> = {
  [Name in keyof Published]?: { decode: (value: Published[Name]) => unknown };
};

export const controlUrlSchema = z
  .object({
    controlUrl: z
      .url({ protocol: /^https?$/ })
      .nullish()
      .catch(null),
  } satisfies FieldsOf<Vapi.Monitor>)
  .nullish()
  .catch(null)
  .transform((monitor) => monitor?.controlUrl ?? null);

export const callRecordSchema = z
  .object({
    status: z.string().optional(),
    assistantId: z.string().regex(ASSISTANT_ID_PATTERN).optional().catch(undefined),
    assistantOverrides: z
      .object({
        metadata: z.record(z.string(), z.unknown()).optional(),
      } satisfies FieldsOf<Vapi.AssistantOverrides>)
      .optional(),
    monitor: controlUrlSchema,
  } satisfies FieldsOf<Vapi.Call>)
  .transform(({ status, assistantId, assistantOverrides, monitor }) => ({
    status,
    assistantId,
    ticketId: assistantOverrides?.metadata?.['ticketId'],
    controlUrl: monitor,
  }));

export function getProviderUrl(path: string): string {
  const { VAPI_API_URL = HOSTED_PROVIDER } = getEnv();
  return VAPI_API_URL.replace(/\/$/, '') + path;
}

export const sendToProvider = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, cache: 'no-store', redirect: 'manual' });
