import { createEndpoint } from '@/lib/server/endpoint';
import { blockedContentSchema } from '@/lib/server/error-reports/blocked-content';
import { countReportedFailure } from '@/lib/server/error-reports/failure-burst';
import { isReportFromOwnPage } from '@/lib/server/http/own-origin';
import { limitCspReport } from '@/lib/server/http/rate-limit';
import { REPORT_TYPES, withInput } from '@/lib/server/http/request-body';
import { isDeclaredBot } from '@/lib/server/http/user-agent';
import { countThrottled, log } from '@/lib/server/log/log';

/** Chromium sends up to a hundred reports at once, and each contains the policy. */
const MAX_BYTES = 256 * 1024;

/**
 * Logs what browsers have blocked, by directive and kind of origin. If five networks report the
 * same kind of origin, that raises an alert.
 */
export const POST = createEndpoint({
  isAllowed: isReportFromOwnPage,
  accepts: REPORT_TYPES,
  maxBytes: MAX_BYTES,
  limit: limitCspReport,
  handle: withInput(blockedContentSchema, async (reports, request) => {
    if (isDeclaredBot(request.headers)) return { ok: true };
    for (const { directive, origin } of reports) {
      const kind = `${directive} ${origin}`;
      const count = countThrottled(`blocked ${kind}`);
      if (count > 0) log.warn({ directive, origin, count }, 'content blocked');
      countReportedFailure('content-blocked', kind, request, `content-blocked ${origin}`);
    }
    return { ok: true };
  }),
  status: 201,
});
export * from '@/app/api/post-only';
