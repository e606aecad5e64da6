import { type Language, LANGUAGES } from '@/lib/language';
import { cleanContactName } from '@/lib/outreach/contact-name';
import { TOOLS, type ToolName } from './entries';

/** Other common names of these tools, as long as our sentence is still true for them. */
const ALIASES = new Map<string, ToolName>([
  ['get_availability', 'check_availability'],
  ['create_appointment', 'book_appointment'],
  ['schedule_appointment', 'book_appointment'],
  ['reschedule_appointment', 'move_appointment'],
  ['create_contact', 'create_crm_record'],
  ['create_crm_contact', 'create_crm_record'],
  ['create_lead', 'create_crm_record'],
  ['update_contact', 'update_crm_record'],
  ['create_support_ticket', 'create_ticket'],
  ['transfer_call', 'transfer_to_person'],
  ['transfer_to_human', 'transfer_to_person'],
]);

/** Turns `bookAppointment` and `book-appointment` into `book_appointment`. */
function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]/g, '_')
    .toLowerCase();
}

/** Null if the tool is not shown. */
export function findTool(name: string): ToolName | null {
  const snakeCase = toSnakeCase(name);
  const tool = ALIASES.get(snakeCase) ?? snakeCase;
  return Object.hasOwn(TOOLS, tool) ? (tool as ToolName) : null;
}

type TextArguments = Readonly<Record<string, string>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const NAME_MAX_WORDS = 4;
/** A local date with an optional local time. UTC would differ from what the assistant says. */
const LOCAL_DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?(?:[+-]\d\d:?\d\d)?)?$/;

/** Prefers `new_date` to `date`: a moved appointment has both. */
function findArgument(args: TextArguments, ...names: string[]): string | undefined {
  return ['new_', '', 'appointment_']
    .flatMap((prefix) => names.map((name) => args[prefix + name]))
    .find((text) => text !== undefined);
}

/** `Friday, 10:00`, with the date after a week. Far dates are null: models mistake the year. */
function formatDateTime(text: string | undefined, language: Language, now: Date): string | null {
  const [, day, time] = LOCAL_DATE_TIME.exec(text ?? '') ?? [];
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

function formatWhen(args: TextArguments, language: Language, now: Date): string | null {
  const start = findArgument(args, 'start', 'start_time', 'datetime', 'date_time');
  const date = findArgument(args, 'date', 'day');
  const dateTime = `${date}T${findArgument(args, 'time')}`;
  const format = (text: string | undefined) => formatDateTime(text, language, now);
  return format(start) ?? format(dateTime) ?? format(date);
}

function findName(args: TextArguments): string | null {
  const text = findArgument(args, 'name', 'full_name', 'customer_name', 'contact_name');
  const name = cleanContactName(text);
  return name !== null && name.split(' ').length <= NAME_MAX_WORDS ? name : null;
}

/** Null if the argument is missing, ambiguous or may not be shown. */
export function formatToolDetail(
  { tool, args }: { tool: ToolName; args: Record<string, unknown> },
  language: Language,
  now: Date,
): string | null {
  const texts: TextArguments = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      typeof value === 'string' ? [[toSnakeCase(name), value.trim()]] : [],
    ),
  );
  switch (TOOLS[tool].shown) {
    case 'when':
      return formatWhen(texts, language, now);
    case 'name':
      return findName(texts);
    case null:
      return null;
  }
}
