import { listCallBudgets } from '@/lib/settings/call-budgets';
import { areCallsConfigured } from '@/lib/settings/settings';
import { failed, ok, type Outcome, skipped, warning } from '../check';
import { createCheck } from '../probes';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const calls = createCheck('calls', ['settings'], ({ settings }) => {
  const { CALLS_OFF, CALL_MAX_SECONDS } = settings;
  if (!areCallsConfigured(settings))
    return warning(
      'off: the provider’s keys are not set',
      'Set VAPI_PRIVATE_KEY and VAPI_ORG_ID, if visitors are to call.',
    );
  if (CALLS_OFF) return warning('switched off', 'Unset CALLS_OFF, if visitors are to call.');
  if (!settings.VAPI_ASSISTANT_ID)
    return warning('the landing page has no assistant', 'Set VAPI_ASSISTANT_ID.');
  const limits = listCallBudgets(settings)
    .filter(({ per_address, shared }) => !per_address && !shared)
    .map(({ name, limit, hours }) => (hours ? `${limit} a ${name}` : `${limit} at once`));
  return ok(`on: ${limits.join(', ')}, ${CALL_MAX_SECONDS} s each`);
});

const providerKey = createCheck('provider', ['settings'], async ({ settings, fetchAssistant }) => {
  const { VAPI_PRIVATE_KEY, VAPI_PUBLIC_KEY, VAPI_ORG_ID } = settings;
  if (!VAPI_PRIVATE_KEY)
    return VAPI_PUBLIC_KEY ? judgePublicKey(VAPI_PUBLIC_KEY) : skipped('no key is set');
  const { status, assistant: found } = await fetchAssistant();
  if (status === 401 || status === 403)
    return failed(
      `refuses VAPI_PRIVATE_KEY (${status})`,
      'Take the private key, not the public one, from the provider’s dashboard → API keys.',
    );
  if (![200, 400, 404].includes(status))
    return failed(`answers ${status}`, 'See the provider’s status page, and VAPI_API_URL.');
  if (VAPI_ORG_ID && found?.orgId && found.orgId !== VAPI_ORG_ID)
    return failed(
      'VAPI_ORG_ID is not the organisation that VAPI_PRIVATE_KEY belongs to',
      'Take both from the same organisation: no call can be created with these.',
    );
  return ok('takes VAPI_PRIVATE_KEY');
});

function judgePublicKey(publicKey: string): Outcome {
  const todo = 'Set VAPI_PRIVATE_KEY and VAPI_ORG_ID in its place (docs/ops.md, “Keys”).';
  return UUID.test(publicKey)
    ? warning(
        'VAPI_PUBLIC_KEY has the format of a key; whether it is valid cannot be checked',
        todo,
      )
    : failed('VAPI_PUBLIC_KEY does not look like a key of the provider', todo);
}

export const providerChecks = [calls, providerKey];
