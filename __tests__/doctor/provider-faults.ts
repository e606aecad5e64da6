import {
  createSettingsFault,
  listFaults,
  NOWHERE,
  createPlantedFault,
  markAsWarning,
} from './fault';

const KEEPS_NOTHING = {
  recordingEnabled: false,
  loggingEnabled: false,
  transcriptPlan: { enabled: false },
};

/** doctor.test.ts adds this claim to the landing page. */
const CLAIM = 'HIPAA, as the test claims';

const createAssistantFault = (
  expectedFinding: string,
  [changed, usual]: [changed: object, usual: object],
) =>
  createPlantedFault(expectedFinding, async ({ changeAssistant }) => {
    await changeAssistant(changed);
    return () => changeAssistant(usual);
  });

export const providerFaults = listFaults({
  calls: {
    'calls are switched off': markAsWarning(
      createSettingsFault('switched off', { CALLS_OFF: 'true' }),
    ),
  },
  provider: {
    'the provider is down': createSettingsFault('no answer from 127.0.0.1:9', {
      VAPI_API_URL: NOWHERE,
    }),
    'the private key is wrong': createSettingsFault('refuses VAPI_PRIVATE_KEY (401)', {
      VAPI_PRIVATE_KEY: 'another-private-key',
    }),
    'the organisation is another': createSettingsFault('VAPI_ORG_ID is not the organisation', {
      VAPI_ORG_ID: 'another-organisation',
    }),
  },
  assistant: {
    'the assistant is unknown': createSettingsFault('has no assistant', {
      VAPI_ASSISTANT_ID: 'nobody',
    }),
  },
  'longest call': {
    'the assistant allows longer calls than the site': createAssistantFault(
      'allows 900 s, CALL_MAX_SECONDS is 300',
      [{ maxDurationSeconds: 900 }, { maxDurationSeconds: 300 }],
    ),
  },
  recording: {
    'the assistant records': createAssistantFault('the assistant records', [
      { artifactPlan: { ...KEEPS_NOTHING, recordingEnabled: true } },
      { artifactPlan: KEEPS_NOTHING },
    ]),
  },
  'kept by the provider': {
    'the assistant keeps transcripts and logs': markAsWarning(
      createAssistantFault('of any other call to the assistant: transcript, log', [
        {
          artifactPlan: {
            ...KEEPS_NOTHING,
            loggingEnabled: true,
            transcriptPlan: { enabled: true },
          },
        },
        { artifactPlan: KEEPS_NOTHING },
      ]),
    ),
    'others may listen to the assistant': markAsWarning(
      createAssistantFault('of any other call to the assistant: listening', [
        { monitorPlan: { listenEnabled: true } },
        { monitorPlan: { listenEnabled: false } },
      ]),
    ),
  },
  HIPAA: {
    'the page claims what the assistant does not have': markAsWarning(
      createAssistantFault(`the landing page says “${CLAIM}”`, [
        { compliancePlan: { hipaaEnabled: false } },
        { compliancePlan: { hipaaEnabled: true } },
      ]),
    ),
  },
  'AI disclosure': {
    'the assistant does not say that it is an AI': markAsWarning(
      createAssistantFault('does not say in its first message that it is an AI', [
        { firstMessage: 'Hello, this is Anna. How can I help you?' },
        { firstMessage: 'Hello, I am an AI assistant.' },
      ]),
    ),
  },
  'AI disclosure to prospects': {
    'the assistant of a prospect does not say that it is an AI': markAsWarning(
      createPlantedFault(
        'demo-cs does not say in its first message that it is an AI',
        async ({ changeAssistant, database }) => {
          const id = 'demo-cs';
          await changeAssistant({ firstMessage: 'Dobrý den, tady Anna.' }, id);
          await database.runSql(
            `insert into public."decisionMakers" (vapi_assistant_id) values ('${id}')`,
          );
          return async () => {
            await database.runSql('delete from public."decisionMakers"');
            await changeAssistant({ firstMessage: 'Dobrý den, jsem AI asistent.' }, id);
          };
        },
      ),
    ),
  },
  call: {
    'the site creates no call': {
      // An assistant that the provider knows, but neither the site nor a prospect has.
      ...createSettingsFault('no ticket: 404 unknown_assistant', { VAPI_ASSISTANT_ID: 'silent' }),
      needsCall: true,
    },
  },
});
