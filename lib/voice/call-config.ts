/** What it takes to dial, as the server hands it out. Nothing in it is secret. */
export interface CallConfig {
  publicKey: string;
  /** The landing page's default assistant. */
  assistantId: string | null;
  apiUrl: string | null;
  callMachineUrl: string | null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Asks our own server for the call configuration (`GET /api/call-config`).
 *
 * @returns null when the server has none
 * @throws when the server cannot be reached or answers with an error
 */
export async function fetchCallConfig(): Promise<CallConfig | null> {
  const response = await fetch('/api/call-config', {
    cache: 'no-store',
    headers: { 'x-requested-with': 'call-widget' },
  });
  if (!response.ok) throw new Error(`call-config answered ${response.status}`);
  const body = (await response.json()) as Record<string, unknown>;
  const publicKey = text(body.publicKey);
  if (body.configured !== true || publicKey === null) return null;
  return {
    publicKey,
    assistantId: text(body.assistantId),
    apiUrl: text(body.apiUrl),
    callMachineUrl: text(body.callMachineUrl),
  };
}
