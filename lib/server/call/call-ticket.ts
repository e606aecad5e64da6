import 'server-only';
import { randomUUID } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { ASSISTANT_ID } from '@/lib/outreach/assistant-id';
import { keyFor } from '../http/keyed-hash';

/** How long a ticket lets its holder create a call: the visitor may still have to allow the microphone. */
export const TICKET_SECONDS = 120;

const SEAL = { alg: 'dir', enc: 'A256GCM' };
const DAY_SECONDS = 86_400;

/** The right to create one call with one assistant. */
export type CallTicket = {
  /** Counted once, on all instances. */
  id: string;
  assistantId: string;
  /** Whether the assistant is a prospect's. */
  personal: boolean;
};

/** Seals a new ticket, which nobody can read or change without the server-side key. */
export function sealTicket({ assistantId, personal }: Omit<CallTicket, 'id'>): Promise<string> {
  return new EncryptJWT({ assistantId, personal })
    .setProtectedHeader(SEAL)
    .setJti(randomUUID())
    .setExpirationTime(`${TICKET_SECONDS}s`)
    .encrypt(key());
}

/**
 * Opens a ticket; null for one that was forged, has expired or was sealed with another key.
 *
 * @param options.expired also opens a ticket that has expired within the last day: its call may still be going on
 */
export async function openTicket(
  sealed: string,
  options?: { expired: boolean },
): Promise<CallTicket | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, key(), {
      keyManagementAlgorithms: [SEAL.alg],
      contentEncryptionAlgorithms: [SEAL.enc],
      clockTolerance: options?.expired ? DAY_SECONDS : 0,
    });
    const { jti: id, assistantId, personal } = payload;
    return id !== undefined && typeof assistantId === 'string' && ASSISTANT_ID.test(assistantId)
      ? { id, assistantId, personal: personal === true }
      : null;
  } catch {
    return null;
  }
}

const key = () => keyFor('call ticket v1');
