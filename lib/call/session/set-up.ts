import type { CallConfigResponse, ErrorResponse, Unchecked } from '@/lib/api';
import { CallError, findFailureKind, type FailureKind } from '@/lib/call/failures';
import type { CallConfig } from '@/lib/call/types';
import { withDeadline } from '@/lib/deadline';
import type * as conversation from './conversation';

const CONFIG_TIMEOUT_MS = 10_000;
/** A slow network may need most of it. */
const SETUP_TIMEOUT_MS = 60_000;

/** The code that only a call needs. It is in a file of its own, with the SDK. */
export type CallCode = Pick<typeof conversation, 'runSdk' | 'makeCall'>;

export interface CallSetup {
  config: CallConfig;
  code: CallCode;
}

/** Fetches the SDK's file, without running the SDK. */
export const loadCallCode = (): Promise<CallCode> => import('./conversation');

let broken: Promise<never> | undefined;

/** Turbopack's `import()` never settles for a chunk that cannot be parsed or run; this rejects. */
const waitForBrokenChunk = () =>
  new Promise<never>((_, reject) =>
    addEventListener('error', ({ filename }) => {
      // Later errors of a script, as in a handler, have no current script.
      if (document.currentScript && filename.includes('/_next/static/'))
        reject(new CallError('unsupported-browser', `cannot run ${filename}`));
    }),
  );

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

async function fetchConfig(pageAssistantId: string | undefined): Promise<CallConfig> {
  const query = pageAssistantId ? `?${new URLSearchParams({ assistant: pageAssistantId })}` : '';
  const response = await fetch(`/api/call${query}`, { cache: 'no-store' });
  const json = (await response.json()) as Unchecked<CallConfigResponse & ErrorResponse>;
  const refuse = (error: unknown, otherwise: FailureKind) =>
    new CallError(findFailureKind(error) ?? otherwise, `${response.status} ${String(error)}`);
  if (!response.ok) throw refuse(json.error, 'init-failed');
  const { configured, maxSeconds, refusal } = json;
  const assistantId = pageAssistantId ?? readText(json.assistantId);
  if (configured !== true || typeof maxSeconds !== 'number' || !assistantId)
    throw new CallError('not-configured', 'no settings or no assistant');
  if (refusal !== null) throw refuse(refusal, 'start-failed');
  return { assistantId, callMachineUrl: readText(json.callMachineUrl), maxSeconds };
}

/** Asks our server whether a call is allowed, and fetches the code of a call. Never rejects. */
export async function setUpCalls(
  loadCode: () => Promise<CallCode>,
  assistantId: string | undefined,
): Promise<CallSetup | CallError> {
  try {
    broken ??= waitForBrokenChunk();
    const loading = Promise.all([
      withDeadline(fetchConfig(assistantId), CONFIG_TIMEOUT_MS),
      Promise.race([loadCode(), broken]),
    ]);
    const [config, code] = await withDeadline(loading, SETUP_TIMEOUT_MS);
    return { config, code };
  } catch (error) {
    return error instanceof CallError ? error : new CallError('init-failed', String(error));
  }
}
