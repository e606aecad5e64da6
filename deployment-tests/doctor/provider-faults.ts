import { type Fault, NOWHERE, withSettings } from './fault';
import type { World } from './world';

const assistant =
  (planted: object, usual: object) =>
  async ({ changeAssistant }: World) => {
    await changeAssistant(planted);
    return () => changeAssistant(usual);
  };

/** Of the voice provider, and of calls. */
export const providerFaults: Fault[] = [
  {
    what: 'calls are switched off',
    checkName: 'calls',
    expectedFinding: 'switched off',
    isWarning: true,
    settings: withSettings({ CALLS_OFF: 'true' }),
  },
  {
    what: 'the provider is down',
    checkName: 'provider',
    expectedFinding: 'no answer from 127.0.0.1:9',
    settings: withSettings({ VAPI_API_URL: NOWHERE }),
  },
  {
    what: 'the private key is wrong',
    checkName: 'provider',
    expectedFinding: 'refuses VAPI_PRIVATE_KEY (401)',
    settings: withSettings({ VAPI_PRIVATE_KEY: 'another-private-key' }),
  },
  {
    what: 'the organisation is another',
    checkName: 'provider',
    expectedFinding: 'VAPI_ORG_ID is not the organisation',
    settings: withSettings({ VAPI_ORG_ID: 'another-organisation' }),
  },
  {
    what: 'the assistant is unknown',
    checkName: 'assistant',
    expectedFinding: 'has no assistant',
    settings: withSettings({ VAPI_ASSISTANT_ID: 'nobody' }),
  },
  {
    what: 'the assistant allows longer calls than the site',
    checkName: 'longest call',
    expectedFinding: 'allows 900 s, CALL_MAX_SECONDS is 300',
    plant: assistant({ maxDurationSeconds: 900 }, { maxDurationSeconds: 300 }),
  },
  {
    what: 'the assistant records',
    checkName: 'recording',
    expectedFinding: 'the assistant records',
    plant: assistant(
      { artifactPlan: { recordingEnabled: true } },
      { artifactPlan: { recordingEnabled: false } },
    ),
  },
  {
    what: 'the page claims what the assistant does not have',
    checkName: 'HIPAA',
    expectedFinding: 'the landing page says “HIPAA compliant and secure”',
    isWarning: true,
    plant: assistant(
      { compliancePlan: { hipaaEnabled: false } },
      { compliancePlan: { hipaaEnabled: true } },
    ),
  },
  {
    what: 'the site creates no call',
    checkName: 'call',
    expectedFinding: 'no ticket: 404 unknown_assistant',
    // One that the provider knows, and neither the site nor a prospect has.
    settings: withSettings({ VAPI_ASSISTANT_ID: 'silent' }),
    call: true,
  },
];
