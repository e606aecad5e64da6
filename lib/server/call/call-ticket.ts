import 'server-only';
import { randomUUID } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { deriveKey } from '@/lib/server/http/crypto';

/** Long enough for the visitor to allow the microphone. */
export const TICKET_SECONDS = 120;

const SEAL = { alg: 'dir', enc: 'A256GCM' };
const DAY_SECONDS = 86_400;

/** What a ticket says: its holder may create one call with one assistant. */
export type TicketClaims = {
  /** Can be used once. */
  id: string;
  assistantId: string;
  /** Whether it is a prospect's assistant. */
  personal: boolean;
};

/** Encrypts a new ticket with a key derived from the server-side key. */
export function sealTicket({ assistantId, personal }: Omit<TicketClaims, 'id'>): Promise<string> {
  return new EncryptJWT({ assistantId, personal })
    .setProtectedHeader(SEAL)
    .setJti(randomUUID())
    .setExpirationTime(`${TICKET_SECONDS}s`)
    .encrypt(getKey());
}

/**
 * Decrypts a ticket. Returns null if it is forged or expired; `shouldAcceptExpired` accepts those
 * expired within a day, whose call may still run.
 */
export async function openTicket(
  sealed: string,
  options?: { shouldAcceptExpired: boolean },
): Promise<TicketClaims | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, getKey(), {
      keyManagementAlgorithms: [SEAL.alg],
      contentEncryptionAlgorithms: [SEAL.enc],
      clockTolerance: options?.shouldAcceptExpired ? DAY_SECONDS : 0,
    });
    const { jti: id, assistantId, personal } = payload;
    return id !== undefined &&
      typeof assistantId === 'string' &&
      ASSISTANT_ID_PATTERN.test(assistantId)
      ? { id, assistantId, personal: personal === true }
      : null;
  } catch {
    return null;
  }
}

const getKey = () => deriveKey('call ticket v1');
