import {
  createSettingsFault,
  listFaults,
  NOWHERE,
  createPlantedFault,
  markAsWarning,
} from './fault';
import { createAnswerFault, createTextFault } from './answer-faults';

const createAssistantFault = (expectedFinding: string, changed: object) =>
  createPlantedFault(expectedFinding, async ({ assistant }) => {
    Object.assign(assistant, changed);
    return () => {
      for (const name of Object.keys(changed)) delete assistant[name];
    };
  });

export const providerFaults = listFaults({
  assistant: {
    'the provider is down': createSettingsFault('no answer from 127.0.0.1:9', {
      VAPI_API_URL: NOWHERE,
    }),
    'the private key is wrong': createSettingsFault('refuses VAPI_PRIVATE_KEY (401)', {
      VAPI_PRIVATE_KEY: 'another-private-key',
    }),
    'there is no private key': {
      ...createSettingsFault('VAPI_PRIVATE_KEY is not set', {
        VAPI_PRIVATE_KEY: '',
        VAPI_ORG_ID: '',
      }),
      isWarning: true,
      skippedCheck: 'AI disclosure',
    },
    'the organisation is another': createSettingsFault('VAPI_ORG_ID is not the organisation', {
      VAPI_ORG_ID: 'another-organisation',
    }),
    'the site has an assistant that does not exist': createTextFault(
      'the provider has no assistant nobody, which the site calls (404)',
      '/api/call',
      'demo-en',
      'nobody',
    ),
    'the assistant records': markAsWarning(
      createAssistantFault('are kept: recording', {
        artifactPlan: {
          recordingEnabled: true,
          loggingEnabled: false,
          transcriptPlan: { enabled: false },
        },
      }),
    ),
  },
  'AI disclosure': {
    'the assistant does not say that it is an AI': markAsWarning(
      createAssistantFault('demo-en has no word for AI in its first message', {
        firstMessage: 'Hello, this is Anna. How can I help you?',
      }),
    ),
    'a prospect has an assistant that does not exist': markAsWarning(
      createPlantedFault('the provider has no assistant nobody', async ({ database }) => {
        await database.runSql(
          `insert into public."decisionMakers" (vapi_assistant_id) values ('nobody')`,
        );
        return () => database.runSql('delete from public."decisionMakers"');
      }),
    ),
  },
  call: {
    'the site creates no call': {
      ...createAnswerFault('no call: 503 planted', '/api/call', (answer) => {
        if (answer.status === 201)
          Object.assign(answer, { status: 503, text: '{"error":"planted"}' });
      }),
      needsCall: true,
    },
  },
});
