import * as z from 'zod';
import { CALL_PHASES } from '@/lib/call/types';
import { FAILURE_KINDS, FAILURES } from '@/lib/call/failures';
import { endpoint } from '@/lib/server/endpoint';
import { countFailure } from '@/lib/server/error-reports/failure-burst';
import { limitCall } from '@/lib/server/http/rate-limit';
import { withInput } from '@/lib/server/http/request-body';
import { countThrottled, log } from '@/lib/server/log/log';

const schema = z.strictObject({ kind: z.enum(FAILURE_KINDS), stage: z.enum(CALL_PHASES) });

/**
 * Logs kind and stage of a failed call with a running count, after ten of a kind at most once a
 * minute. Bursts raise an alert.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: limitCall,
    handle: withInput(schema, async ({ kind, stage }, request) => {
      const count = countThrottled(`call ${kind} ${stage}`);
      if (count > 0) log.warn({ kind, stage, count }, 'a call failed');
      if (FAILURES[kind].alerts) countFailure('calls-failing', kind, request);
      return { ok: true };
    }),
    status: 201,
  },
});
