import { type Language, LANGUAGES } from '@/lib/language';
import { cleanContactName } from '@/lib/outreach/contact-name';
import { TOOLS, type ToolName } from './entries';

/** Turns `bookAppointment` and `book-appointment` into `book_appointment`. */
function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]/g, '_')
    .toLowerCase();
}

/** Null if the tool is not shown. */
export function findTool(name: string): ToolName | null {
  const tool = toSnakeCase(name);
  return Object.hasOwn(TOOLS, tool) ? (tool as ToolName) : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NAME_MAX_WORDS = 4;
/** A local date with an optional local time. UTC would differ from what the assistant says. */
const LOCAL_DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?(?:[+-]\d\d:?\d\d)?)?$/;

/** `Friday, 10:00`, with the date after a week. Far dates are null: models mistake the year. */
function formatDateTime(text: string, language: Language, now: Date): string | null {
  const [, day, time] = LOCAL_DATE_TIME.exec(text.trim()) ?? [];
  const date = new Date(`${day}T00:00Z`);
  // Some browsers read February 30 as March 2.
  if (date.getUTCDate() !== Number(day?.slice(-2))) return null;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const daysAhead = (date.getTime() - today) / DAY_MS;
  if (daysAhead < 0 || daysAhead > 365) return null;
  const words = new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    timeZone: 'UTC',
    weekday: 'long',
    ...(daysAhead < 7 ? {} : { month: 'long', day: 'numeric' }),
  }).format(date);
  return time ? `${words}, ${time}` : words;
}

function readName(text: unknown): string | null {
  const name = typeof text === 'string' ? cleanContactName(text) : null;
  return name !== null && name.split(' ').length <= NAME_MAX_WORDS ? name : null;
}

/** Null if the argument is missing or may not be shown. */
export function formatToolDetail(
  { tool, args: { start, date, time, name } }: { tool: ToolName; args: Record<string, unknown> },
  language: Language,
  now: Date,
): string | null {
  const format = (value: unknown) => formatDateTime(String(value), language, now);
  switch (TOOLS[tool].shown) {
    case 'when':
      return format(start) ?? format(`${date}T${time}`) ?? format(date);
    case 'name':
      return readName(name);
    case null:
      return null;
  }
}
