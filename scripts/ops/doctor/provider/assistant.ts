import { en } from '@/lib/content/en';
import { TEXTS } from '@/lib/content/languages';
import { writePrivacyEn } from '@/lib/content/privacy-en';
import type { Env } from '@/lib/server/env';
import { failed, ok, type Outcome, skipped, warning } from '../check';
import { createCheck } from '../probes';
import { type Assistant, listKept } from './provider-answers';

/** Every sentence of the two pages with a call, in all languages, in quotes. */
const PAGE_COPY_JSON = JSON.stringify([en, ...Object.values(TEXTS).map(({ page }) => page)]);

const assistantKnown = createCheck(
  'assistant',
  ['provider'],
  async ({ settings, fetchAssistant }) => {
    if (!settings.VAPI_PRIVATE_KEY) return skipped('needs VAPI_PRIVATE_KEY');
    if (!settings.VAPI_ASSISTANT_ID) return skipped('VAPI_ASSISTANT_ID is not set');
    if ((await fetchAssistant()).assistant) return ok('the provider knows it');
    return failed(
      'the provider has no assistant with the id in VAPI_ASSISTANT_ID',
      'Take its id from the provider’s dashboard → Assistants.',
    );
  },
);

/** Makes a check of the landing page's assistant. */
export const createAssistantCheck = (
  name: string,
  judge: (assistant: Assistant, settings: Env) => Outcome,
) =>
  createCheck(name, ['assistant'], async ({ settings, fetchAssistant }) => {
    const isConfigured = settings.VAPI_PRIVATE_KEY && settings.VAPI_ASSISTANT_ID;
    const found = isConfigured && (await fetchAssistant()).assistant;
    return found ? judge(found, settings) : skipped('the assistant is not known');
  });

const longestCall = createAssistantCheck(
  'longest call',
  ({ maxDurationSeconds }, { CALL_MAX_SECONDS }) =>
    maxDurationSeconds <= CALL_MAX_SECONDS
      ? ok(`${maxDurationSeconds} s by the assistant, ${CALL_MAX_SECONDS} s by the site`)
      : failed(
          `the assistant allows ${maxDurationSeconds} s, CALL_MAX_SECONDS is ${CALL_MAX_SECONDS}`,
          `Set the assistant’s maximum duration to ${CALL_MAX_SECONDS}: ` +
            'it limits the cost of calls that are not created through the site.',
        ),
);

const recording = createAssistantCheck('recording', ({ artifactPlan }, settings) => {
  if (settings.CALL_RECORDING) {
    const notice = JSON.stringify(writePrivacyEn(settings.RETENTION_MONTHS));
    const isDisclosed = /recording/i.test(notice) && !/no recording/i.test(PAGE_COPY_JSON);
    if (isDisclosed) return ok('on, as the privacy notice says');
    return warning(
      'on (CALL_RECORDING), and the pages say otherwise',
      'Have lib/content and the privacy notice say so, or unset CALL_RECORDING.',
    );
  }
  if (!artifactPlan.recordingEnabled) return ok('off, by the assistant and by the site');
  return failed(
    'the assistant records, CALL_RECORDING is not set',
    'Switch recording off in the assistant: the site’s own calls are not recorded, any other is.',
  );
});

const keeping = createAssistantCheck('kept by the provider', (assistant, settings) => {
  const kept = listKept(assistant).join(', ');
  if (settings.CALL_RECORDING)
    return ok(`recording (CALL_RECORDING), and as the assistant says: ${kept || 'nothing else'}`);
  if (!kept) return ok('nothing of what is said, by the assistant and by the site');
  return warning(
    `nothing of the site’s calls; of any other call to the assistant: ${kept}`,
    'Switch these off in the assistant (docs/ops.md, “Recordings”).',
  );
});

const hipaa = createAssistantCheck('HIPAA', ({ compliancePlan, hipaaEnabled }) => {
  const [, claim] = /"([^"]*HIPAA[^"]*)"/.exec(PAGE_COPY_JSON) ?? [];
  if (compliancePlan?.hipaaEnabled ?? hipaaEnabled) return ok('on');
  if (!claim) return ok('off, and no page claims it');
  return warning(
    `off, but the landing page says “${claim}”`,
    'Switch it on in the assistant (Compliance), or take the claim out of lib/content/claims.ts.',
  );
});

export const assistantChecks = [assistantKnown, longestCall, recording, keeping, hipaa];
