import { expect } from '@playwright/test';
import type { ContactRequest } from '@/lib/contact/schema';

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

type RequestRow = ContactRequest & { id: string; suspected_spam: boolean; source: string };

/** Reads the stored requests of an address. */
export async function readStoredRequests(email: string): Promise<RequestRow[]> {
  const query = new URLSearchParams({ email: `eq.${email}` });
  const response = await fetchRest(`strategy_sessions?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as RequestRow[];
}

/** An address that no other test uses. With this sign in it, no acknowledgement is sent. */
export const createEmail = () => `visitor!${crypto.randomUUID()}@example.com`;
