import type { Vapi } from '@vapi-ai/server-sdk';
import * as z from 'zod/mini';
import { planOf } from './scenarios';

/** How an assistant is set up: the part of the hosted service's that the site depends on. */
const settings = z.object({
  /** The longest call, where the call itself names none. */
  maxDurationSeconds: z.int().check(z.gte(10), z.lte(43_200)),
  artifactPlan: z.object({ recordingEnabled: z.boolean() }),
  compliancePlan: z.object({ hipaaEnabled: z.boolean() }),
} satisfies { [Name in keyof Vapi.Assistant]?: z.ZodMiniType });

type Settings = z.infer<typeof settings>;
export type Assistant = Settings & Vapi.Assistant;

/** As docs/ops.md asks for. */
const asAsked: Settings = {
  maxDurationSeconds: 300,
  artifactPlan: { recordingEnabled: false },
  compliancePlan: { hipaaEnabled: true },
};

/** The assistants of one provider: one for each id that names a scenario. What is changed of them stays in memory. */
export class Assistants {
  private readonly changed = new Map<string, Settings>();

  private readonly madeAt = new Date().toISOString();

  constructor(private readonly orgId = 'local-organisation') {}

  find(id: string): Assistant | undefined {
    const plan = planOf(id);
    if (!plan || plan.scenario === 'unknown-assistant') return undefined;
    const { orgId, madeAt } = this;
    return { id, orgId, createdAt: madeAt, updatedAt: madeAt, ...this.settingsOf(id) };
  }

  /**
   * Changes those settings that `body` names.
   *
   * @returns false when one of them cannot be so
   */
  change(id: string, body: object): boolean {
    const { data } = settings.safeParse({ ...this.settingsOf(id), ...body });
    if (data) this.changed.set(id, data);
    return data !== undefined;
  }

  private settingsOf(id: string): Settings {
    return this.changed.get(id) ?? asAsked;
  }
}
