import { type Fault, NOWHERE, set } from './fault';
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
    found: 'calls',
    seen: 'switched off',
    isWarning: true,
    settings: set({ CALLS_OFF: 'true' }),
  },
  {
    what: 'the provider is down',
    found: 'provider',
    seen: 'no answer from 127.0.0.1:9',
    settings: set({ VAPI_API_URL: NOWHERE }),
  },
  {
    what: 'the private key is wrong',
    found: 'provider',
    seen: 'refuses VAPI_PRIVATE_KEY (401)',
    settings: set({ VAPI_PRIVATE_KEY: 'another-private-key' }),
  },
  {
    what: 'the organisation is another',
    found: 'provider',
    seen: 'VAPI_ORG_ID is not the organisation',
    settings: set({ VAPI_ORG_ID: 'another-organisation' }),
  },
  {
    what: 'the assistant is unknown',
    found: 'assistant',
    seen: 'has no assistant',
    settings: set({ VAPI_ASSISTANT_ID: 'nobody' }),
  },
  {
    what: 'the assistant allows longer calls than the site',
    found: 'longest call',
    seen: 'allows 900 s, CALL_MAX_SECONDS is 300',
    plant: assistant({ maxDurationSeconds: 900 }, { maxDurationSeconds: 300 }),
  },
  {
    what: 'the assistant records',
    found: 'recording',
    seen: 'the assistant records',
    plant: assistant(
      { artifactPlan: { recordingEnabled: true } },
      { artifactPlan: { recordingEnabled: false } },
    ),
  },
  {
    what: 'the page claims what the assistant does not have',
    found: 'HIPAA',
    seen: 'the landing page says “HIPAA compliant and secure”',
    isWarning: true,
    plant: assistant(
      { compliancePlan: { hipaaEnabled: false } },
      { compliancePlan: { hipaaEnabled: true } },
    ),
  },
  {
    what: 'the site creates no call',
    found: 'call',
    seen: 'no ticket: 404 unknown_assistant',
    // One that the provider knows, and neither the site nor a prospect has.
    settings: set({ VAPI_ASSISTANT_ID: 'silent' }),
    call: true,
  },
];
