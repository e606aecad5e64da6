import 'server-only';
import { randomUUID } from 'node:crypto';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { openToken, sealToken } from '@/lib/server/crypto';

/** Long enough for the visitor to allow the microphone. */
export const TICKET_SECONDS = 120;

const PURPOSE = 'call ticket v1';
const DAY_SECONDS = 86_400;

export type TicketClaims = {
  /** Can be used once. */
  id: string;
  assistantId: string;
  personal: boolean;
};

export const sealTicket = (claims: Omit<TicketClaims, 'id'>): Promise<string> =>
  sealToken(PURPOSE, { ...claims, jti: randomUUID() }, TICKET_SECONDS);

/** Null if forged or expired. `shouldAcceptExpired`: within a day, while a call may still run. */
export async function openTicket(
  sealed: string,
  options?: { shouldAcceptExpired: boolean },
): Promise<TicketClaims | null> {
  const toleranceSeconds = options?.shouldAcceptExpired ? DAY_SECONDS : 0;
  const token = await openToken<Record<string, unknown>>(PURPOSE, sealed, toleranceSeconds);
  const { jti: id, assistantId, personal } = token ?? {};
  return id !== undefined &&
    typeof assistantId === 'string' &&
    ASSISTANT_ID_PATTERN.test(assistantId)
    ? { id, assistantId, personal: personal === true }
    : null;
}
