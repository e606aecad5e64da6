import 'server-only';
import * as z from 'zod';
import { funnelEvents } from '@/lib/analytics/events';
import type { Answer } from '../http/answer';
import { countEvents } from './funnel-counts';
import { countedPages, mayCount, pageViewOf } from './page-view';
import { parseInput, type Received } from '../http/request-body';

/** More than any page of ours sends. */
export const COUNT_MAX_BYTES = 2048;
const MOST_EVENTS = 20;

/** All that a page may send: `event`, or `event:detail`. */
const known = Object.entries(funnelEvents).flatMap(([event, details]) =>
  details.length > 0 ? details.map((detail) => `${event}:${detail}`) : [event],
);

const schema = z.strictObject({
  page: z.enum(countedPages),
  source: z.string().optional(),
  events: z.array(z.enum(known)).min(1).max(MOST_EVENTS),
});

function read(text: string) {
  const [event = '', ...detail] = text.split(':');
  return { event, detail: detail.join(':') };
}

/**
 * Answers `POST /api/count`: counts what happened on a page. The answer is the same for programs, for those who do not want
 * to be counted, and while the database is away.
 */
export async function handleCount(received: Received, { headers }: Request): Promise<Answer> {
  const parsed = parseInput(received, schema);
  if (!parsed.ok) return parsed;
  const { page, source, events } = parsed.value;
  if (mayCount(headers)) await countEvents(pageViewOf(page, source, headers), events.map(read));
  return { ok: true };
}
