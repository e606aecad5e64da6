import * as z from 'zod';
import { FUNNEL_EVENTS } from '@/lib/analytics/events';
import {
  COUNTED_PAGES,
  countEvent,
  describePageView,
  isCountable,
} from '@/lib/server/analytics/funnel';
import { endpoint } from '@/lib/server/endpoint';

const MAX_BYTES = 2048;

/** Pages may send `event`, or `event:detail`. */
const KNOWN_EVENTS = Object.entries(FUNNEL_EVENTS).flatMap(([event, details]) =>
  details.length > 0 ? details.map((detail) => `${event}:${detail}`) : [event],
);

const schema = z.strictObject({
  page: z.enum(COUNTED_PAGES),
  language: z.string().optional(),
  source: z.string().optional(),
  event: z.enum(KNOWN_EVENTS),
});

/** Visitors who are not counted get the same answer. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: {
    limit: 'count',
    maxBytes: MAX_BYTES,
    schema,
    handle: async ({ event: text, ...sent }, { headers }) => {
      const [event = '', detail] = text.split(':');
      if (isCountable(headers)) await countEvent(describePageView(sent, headers), event, detail);
      return { ok: true };
    },
  },
});
