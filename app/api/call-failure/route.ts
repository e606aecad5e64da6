import * as z from 'zod';
import { CALL_PHASES } from '@/lib/call/types';
import { FAILURE_KINDS, FAILURES } from '@/lib/call/failures';
import { endpoint } from '@/lib/server/endpoint';
import { countFailure } from '@/lib/server/failures';
import { logReport } from '@/lib/server/log/log';

const schema = z.strictObject({ kind: z.enum(FAILURE_KINDS), stage: z.enum(CALL_PHASES) });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'call',
    schema,
    handle: async ({ kind, stage }, request) => {
      logReport('a call failed', { kind, stage });
      if (FAILURES[kind].alerts) countFailure('calls-failing', kind, request);
      return { ok: true };
    },
    status: 201,
  },
});
