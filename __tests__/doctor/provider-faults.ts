import { listFaults, NOWHERE, replaceText } from './fault';

export const providerFaults = listFaults({
  assistant: {
    'the provider is down': {
      fails: 'no answer from 127.0.0.1:9',
      settings: { VAPI_API_URL: NOWHERE },
    },
    'the private key is wrong': {
      fails: 'does not show the assistant demo-en of the site (401)',
      settings: { VAPI_PRIVATE_KEY: 'another-private-key' },
    },
    'the organisation is another': {
      fails: 'VAPI_ORG_ID is not the organisation',
      settings: { VAPI_ORG_ID: 'another-organisation' },
    },
    'the site has an assistant that does not exist': {
      fails: 'does not show the assistant nobody of the site (404)',
      at: '/api/call',
      alter: replaceText('demo-en', 'nobody'),
    },
    'the assistant does not say that it is an AI': {
      warns: 'does not say “AI”: Hello, this is Anna.',
      assistant: { firstMessage: 'Hello, this is Anna. How can I help you?' },
    },
    'the assistant records': {
      warns: 'are kept: recording',
      assistant: {
        artifactPlan: {
          recordingEnabled: true,
          loggingEnabled: false,
          transcriptPlan: { enabled: false },
        },
      },
    },
  },
  call: {
    'the site creates no call': {
      fails: 'no call: 503 planted',
      at: '/api/call',
      alter: (answer) =>
        answer.status === 201 &&
        Object.assign(answer, { status: 503, text: '{"error":"planted"}' }),
      needsCall: true,
    },
  },
});
