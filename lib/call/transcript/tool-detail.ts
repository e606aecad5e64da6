import type { CallCopy } from '@/lib/content/call-copy';
import { shownOf, snakeCase } from '@/lib/content/call-tools';
import { cleanContactName } from '@/lib/outreach/contact-name';
import type { ToolCall } from '../sdk/tool-calls';

type Texts = Readonly<Record<string, string>>;

const dayMs = 24 * 60 * 60 * 1000;
const mostWords = 4;
/** A local date, with or without a local time. In UTC it would show another hour than the assistant says. */
const moment =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?(?:[+-]\d\d:?\d\d)?)?$/;

/** An argument may be named for what is new about it: of `date` and `new_date` the second counts. */
function find(texts: Texts, ...names: string[]): string | undefined {
  const found = ['new_', '', 'appointment_']
    .flatMap((prefix) => names.map((name) => texts[prefix + name]))
    .find((text) => text !== undefined);
  return found;
}

/** `Friday, 10:00` within a week, with the date up to a year ahead; null for anything else, as models mistake the year. */
function readMoment(text: string, language: CallCopy['language'], now: Date): string | null {
  const [, year, month, day, time] = moment.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // No 30th of February.
  if (!date.toISOString().startsWith(`${year}-${month}-${day}`)) return null;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const ahead = (date.getTime() - today) / dayMs;
  if (ahead < 0 || ahead > 365) return null;
  const words = new Intl.DateTimeFormat(language === 'cs' ? 'cs-CZ' : 'en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    ...(ahead < 7 ? {} : { month: 'long', day: 'numeric' }),
  }).format(date);
  return time === undefined ? words : `${words}, ${time}`;
}

function whenOf(texts: Texts, language: CallCopy['language'], now: Date): string | null {
  const date = find(texts, 'date', 'day');
  const time = find(texts, 'time');
  const start = find(texts, 'start', 'start_time', 'datetime', 'date_time');
  // A missing part makes the candidate no valid date.
  for (const text of [`${start}`, `${date}T${time}`, `${date}`]) {
    const words = readMoment(text, language, now);
    if (words !== null) return words;
  }
  return null;
}

function nameOf(texts: Texts): string | null {
  const name = cleanContactName(find(texts, 'name', 'full_name', 'customer_name', 'contact_name'));
  return name !== null && name.split(' ').length <= mostWords ? name : null;
}

/**
 * What of a tool's arguments is shown, in words: when an appointment is, or a name.
 *
 * @returns null where nothing may be shown, or where the arguments hold anything else than that
 */
export function toolDetail(
  { tool, args }: Pick<ToolCall, 'tool' | 'args'>,
  language: CallCopy['language'],
  now: Date,
): string | null {
  const texts: Texts = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      typeof value === 'string' ? [[snakeCase(name), value.trim()]] : [],
    ),
  );
  switch (shownOf(tool)) {
    case 'when':
      return whenOf(texts, language, now);
    case 'name':
      return nameOf(texts);
    case null:
      return null;
  }
}
