import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod';
import { parsePlan, type Plan } from './scenarios';

/** The site depends on these settings of the hosted service. */
const settingsSchema = z.object({
  maxDurationSeconds: z.int().min(10).max(43_200),
  artifactPlan: z.object({
    recordingEnabled: z.boolean(),
    loggingEnabled: z.boolean(),
    transcriptPlan: z.object({ enabled: z.boolean() }),
  }),
  analysisPlan: z.object({
    summaryPlan: z.object({ enabled: z.boolean() }),
    successEvaluationPlan: z.object({ enabled: z.boolean() }),
  }),
  monitorPlan: z.object({ listenEnabled: z.boolean() }),
  compliancePlan: z.object({ hipaaEnabled: z.boolean() }),
  firstMessage: z.string(),
} satisfies { [Name in keyof Vapi.Assistant]?: z.ZodType });

type Settings = z.infer<typeof settingsSchema>;
export type Assistant = Settings & Vapi.Assistant;

/** docs/ops.md asks for these settings. */
const DEFAULT_SETTINGS: Omit<Settings, 'firstMessage'> = {
  maxDurationSeconds: 300,
  artifactPlan: {
    recordingEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  monitorPlan: { listenEnabled: false },
  compliancePlan: { hipaaEnabled: true },
};

const FIRST_MESSAGES: Record<Plan['language'], string> = {
  en: 'Hello, I am an AI assistant on your own computer.',
  cs: 'Dobrý den, jsem AI asistent ve vašem počítači.',
};

/** Has an assistant for each id that names a scenario, and keeps changes in memory. */
export class Assistants {
  private readonly changedSettings = new Map<string, Settings>();
  private readonly madeAt = new Date().toISOString();

  constructor(private readonly orgId = 'local-organisation') {}

  find(id: string): Assistant | undefined {
    const plan = parsePlan(id);
    if (!plan || plan.scenario === 'unknown-assistant') return undefined;
    const { orgId, madeAt } = this;
    return { id, orgId, createdAt: madeAt, updatedAt: madeAt, ...this.getSettings(id) };
  }

  /** Changes the settings that `body` names; false if a value is not valid. */
  change(id: string, body: object): boolean {
    const { data } = settingsSchema.safeParse({ ...this.getSettings(id), ...body });
    if (data) this.changedSettings.set(id, data);
    return data !== undefined;
  }

  private getSettings(id: string): Settings {
    const firstMessage = FIRST_MESSAGES[parsePlan(id)?.language ?? 'en'];
    return this.changedSettings.get(id) ?? { ...DEFAULT_SETTINGS, firstMessage };
  }
}
