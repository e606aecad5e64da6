import type { EndReason } from '@/lib/analytics/events';
import { readEndedReason } from '@/lib/call/sdk/sdk-events';
import { parseEndReport, REPORT_MAX_BYTES } from '@/lib/server/call/end-report';
import { settleCall } from '@/lib/server/call/call-records';
import { endpoint } from '@/lib/server/endpoint';
import { getEnv } from '@/lib/server/env';
import { matchesSecret, readBearerToken } from '@/lib/server/http/request';
import { log } from '@/lib/server/log/log';
import { recordProspectCall } from '@/lib/server/outreach/prospects';

/** The provider's webhook. Answers 503 if the database fails, so that the provider can retry. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    isAllowed: ({ headers }) =>
      [headers.get('x-vapi-secret'), readBearerToken(headers)].some((given) =>
        matchesSecret(given, getEnv().VAPI_WEBHOOK_SECRET),
      ),
    maxBytes: REPORT_MAX_BYTES,
    async handle(input) {
      const report = parseEndReport(input);
      if (!report) return { ok: true };
      const { id, seconds = null, cost = null, reason } = report;
      const { error } = await settleCall(id, 'over', { seconds, cost });
      const isStored =
        !error &&
        (seconds === null ||
          (await recordProspectCall(id, { seconds, reason: readReason(reason) })));
      log.info({ seconds, cost, reason }, 'a call ended');
      return isStored ? { ok: true } : { ok: false, error: 'unavailable' };
    },
  },
});

function readReason(endedReason: string | undefined): EndReason {
  const reading = readEndedReason(endedReason, 'assistant');
  return reading.ok ? reading.reason : 'failed';
}
