import type { Vapi } from '@vapi-ai/server-sdk';
import { parsePlan } from './scenarios';

/** docs/assistants.md asks for these settings. */
const SETTINGS = {
  maxDurationSeconds: 300,
  artifactPlan: {
    recordingEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  monitorPlan: { listenEnabled: false },
} satisfies Partial<Vapi.Assistant>;

const FIRST_MESSAGES = {
  en: 'Hello, I am an AI assistant on your own computer.',
  cs: 'Dobrý den, jsem AI asistent ve vašem počítači.',
};

/** Has an assistant for each id that names a scenario, and keeps changes in memory. */
export class Assistants {
  private readonly changes = new Map<string, object>();

  constructor(private readonly orgId = 'local-organisation') {}

  find(id: string) {
    const plan = parsePlan(id);
    if (!plan || plan.scenario === 'unknown-assistant') return undefined;
    const firstMessage = FIRST_MESSAGES[plan.language];
    return { id, orgId: this.orgId, ...SETTINGS, firstMessage, ...this.changes.get(id) };
  }

  change(id: string, changed: object): void {
    this.changes.set(id, { ...this.changes.get(id), ...changed });
  }
}
