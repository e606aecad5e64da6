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

export type VoiceProviderOptions = {
  publicKey: string;
  /** Signs the tokens of single calls, and opens all routes but `POST /call/web`. */
  privateKey?: string;
  orgId?: string;
  /** Replaces settings of every assistant. */
  assistant?: object;
  /** Gets a report of each call's end, with the secret. */
  webhookUrl?: string | undefined;
  webhookSecret?: string;
};

/** Returns what an id stands for: how its calls are simulated, and the assistant's settings. */
export function findAssistant(
  id: string,
  { orgId = 'local-organisation', assistant }: VoiceProviderOptions,
) {
  const { scenario, language } = parsePlan(id);
  const firstMessage = FIRST_MESSAGES[language];
  return { scenario, settings: { id, orgId, ...SETTINGS, firstMessage, ...assistant } };
}
