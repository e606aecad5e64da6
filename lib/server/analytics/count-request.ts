import 'server-only';
import * as z from 'zod';
import { FUNNEL_EVENTS } from '@/lib/analytics/events';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { countEvents } from './funnel-counts';
import { COUNTED_PAGES, isCountable, describePageView } from './page-view';
import { parseInput, type Received } from '@/lib/server/http/request-body';

/** More than our pages send. */
export const COUNT_MAX_BYTES = 2048;
const MAX_EVENTS = 20;

/** Pages may send `event`, or `event:detail`. */
const KNOWN_EVENTS = Object.entries(FUNNEL_EVENTS).flatMap(([event, details]) =>
  details.length > 0 ? details.map((detail) => `${event}:${detail}`) : [event],
);

const schema = z.strictObject({
  page: z.enum(COUNTED_PAGES),
  source: z.string().optional(),
  events: z.array(z.enum(KNOWN_EVENTS)).min(1).max(MAX_EVENTS),
});

function parseEvent(text: string) {
  const [event = '', ...detail] = text.split(':');
  return { event, detail: detail.join(':') };
}

/** Answers `POST /api/count`. Visitors who are not counted get the same answer. */
export async function handleCount(
  received: Received,
  { headers }: Request,
): Promise<HandlerResult> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const { page, source, events } = parsed.value;
  if (isCountable(headers))
    await countEvents(describePageView(page, source, headers), events.map(parseEvent));
  return { ok: true };
}
