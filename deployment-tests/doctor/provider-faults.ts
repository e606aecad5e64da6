import { given, listFaults, NOWHERE, planted, warning } from './fault';

const assistant = (seen: string, [changed, usual]: [changed: object, usual: object]) =>
  planted(seen, async ({ changeAssistant }) => {
    await changeAssistant(changed);
    return () => changeAssistant(usual);
  });

export const providerFaults = listFaults({
  calls: { 'calls are switched off': warning(given('switched off', { CALLS_OFF: 'true' })) },
  provider: {
    'the provider is down': given('no answer from 127.0.0.1:9', { VAPI_API_URL: NOWHERE }),
    'the private key is wrong': given('refuses VAPI_PRIVATE_KEY (401)', {
      VAPI_PRIVATE_KEY: 'another-private-key',
    }),
    'the organisation is another': given('VAPI_ORG_ID is not the organisation', {
      VAPI_ORG_ID: 'another-organisation',
    }),
  },
  assistant: {
    'the assistant is unknown': given('has no assistant', { VAPI_ASSISTANT_ID: 'nobody' }),
  },
  'longest call': {
    'the assistant allows longer calls than the site': assistant(
      'allows 900 s, CALL_MAX_SECONDS is 300',
      [{ maxDurationSeconds: 900 }, { maxDurationSeconds: 300 }],
    ),
  },
  recording: {
    'the assistant records': assistant('the assistant records', [
      { artifactPlan: { recordingEnabled: true } },
      { artifactPlan: { recordingEnabled: false } },
    ]),
  },
  HIPAA: {
    'the page claims what the assistant does not have': warning(
      assistant('the landing page says “HIPAA compliant and secure”', [
        { compliancePlan: { hipaaEnabled: false } },
        { compliancePlan: { hipaaEnabled: true } },
      ]),
    ),
  },
  call: {
    'the site creates no call': {
      // An assistant that the provider knows, but neither the site nor a prospect has.
      ...given('no ticket: 404 unknown_assistant', { VAPI_ASSISTANT_ID: 'silent' }),
      call: true,
    },
  },
});
