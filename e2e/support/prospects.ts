import { expect } from '@playwright/test';

/** Sends a request to the database with the secret key. `path` is below `/rest/v1/`. */
export function fetchRest(path: string, init: RequestInit = {}): Promise<Response> {
  const { E2E_SUPABASE_URL, E2E_SUPABASE_SECRET_KEY = '' } = process.env;
  const headers = { apikey: E2E_SUPABASE_SECRET_KEY, 'content-type': 'application/json' };
  return fetch(`${E2E_SUPABASE_URL}/rest/v1/${path}`, { ...init, headers });
}

/**
 * Adds a prospect with this assistant, if there is none: the site calls only those, apart from its
 * own assistant.
 */
export async function addProspect(assistantId: string): Promise<void> {
  const body = JSON.stringify({ vapi_assistant_id: assistantId });
  const { status } = await fetchRest('decisionMakers', { method: 'POST', body });
  expect([201, 409]).toContain(status);
}
