import type { Vapi } from '@vapi-ai/server-sdk';

/** A name that a type does not have. Once it has it, the type check fails. */
type Missing<Type, Name extends string> = Name extends keyof Type ? never : Name;

/** Names that rows of published-types.md are about: when one is published, its row can go. */
export const missingNames: [
  Missing<Vapi.Call, 'webCallUrl'>,
  Missing<Vapi.ServerMessageEndOfCallReport, 'durationSeconds'>,
  Exclude<'status-update', Vapi.ClientMessageMessage['type']>,
] = ['webCallUrl', 'durationSeconds', 'status-update'];
