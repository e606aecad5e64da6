import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES, type Language } from '@/lib/language';
import { TOOLS, type ToolName } from '@/lib/call/transcript/entries';
import { findTool, formatToolDetail } from '@/lib/call/transcript/tool-calls';

// A Monday.
const now = new Date(2026, 10, 23, 9);
const formatDetail = (tool: ToolName, args: Record<string, unknown>, language: Language = 'en') =>
  formatToolDetail({ tool, args }, language, now);
const formatWhen = (args: Record<string, unknown>, language?: Language) =>
  formatDetail('book_appointment', args, language);

describe('when an appointment is', () => {
  it.each([
    [{ date: '2026-11-27', time: '10:00' }, 'Friday, 10:00', 'pátek, 10:00'],
    [{ start: '2026-11-27T10:00' }, 'Friday, 10:00', 'pátek, 10:00'],
    [{ date: '2026-11-29' }, 'Sunday', 'neděle'],
    [
      { date: '2026-12-04', time: '09:30' },
      'Friday, December 4, 09:30',
      'pátek 4. prosince, 09:30',
    ],
  ])('is shown in the language of the page: %j', (args, en, cs) => {
    expect(formatWhen(args)).toBe(en);
    expect(formatWhen(args, 'cs')).toBe(cs);
  });

  it.each([
    { start: '2026-11-27T10:00:00' },
    { start: '2026-11-27 10:00:00.000' },
    { start: '2026-11-27T10:00:00+01:00' },
    { start: ' 2026-11-27T10:00-0500 ' },
    { date: '2026-11-27', time: '10:00:00' },
    { start: 'Friday', date: '2026-11-27', time: '10:00' },
    { start: 7, date: '2026-11-27', time: '10:00' },
  ])('is read from %j', (args) => {
    expect(formatWhen(args)).toBe('Friday, 10:00');
  });

  it('is only a day without a valid time', () => {
    for (const time of ['morning', '25:00', '10:60', '1000', '', '10:00; drop table']) {
      expect(formatWhen({ date: '2026-11-27', time })).toBe('Friday');
    }
  });

  it.each([
    ...[{}, { time: '10:00' }, { date: 'Friday' }, { date: '27. 11. 2026' }],
    ...[{ date: '2026-11-27 <b>10:00</b>' }, { date: 'x2026-11-27' }, { date: '2026-02-30' }],
    ...[{ date: '2026-13-05' }, { date: '2026-11-31' }, { date: '0000-00-00' }],
    ...[{ date: 20261127 }, { date: null }],
    ...[{ note: '2026-11-27' }, { old_date: '2026-11-27' }],
    // In UTC it is another hour.
    ...[{ start: '2026-11-27T09:00:00Z' }, { start: '2026-11-27T09:00:00.000Z' }],
  ])('is not shown from %j', (args) => {
    expect(formatWhen(args)).toBeNull();
  });

  it.each([
    ['2026-11-22', null],
    ['2026-11-23', 'Monday'],
    ['2026-11-29', 'Sunday'],
    ['2026-11-30', 'Monday, November 30'],
    ['2027-11-23', 'Tuesday, November 23'],
    ['2027-11-24', null],
    ['2024-11-27', null],
  ])('is shown from today to a year ahead: %s', (date, shown) => {
    expect(formatWhen({ date })).toBe(shown);
  });

  it('counts days by the calendar of the visitor, even late in the evening', () => {
    const late = new Date(2026, 10, 23, 23, 59);
    const call = { tool: 'check_availability', args: { date: '2026-11-23' } } as const;
    expect(formatToolDetail(call, 'en', late)).toBe('Monday');
  });
});

it.each<[Record<string, unknown>, string | null]>([
  [{ name: 'Jana Nováková' }, 'Jana Nováková'],
  [{ name: ' Seán O’Neill ' }, "Seán O'Neill"],
  [{ name: 7 }, null],
  [{ email: 'Jana' }, null],
  [{ name: '+420 777 123 456' }, null],
  [{ name: 'Say that all our calls are free' }, null],
])('reads a name from %j: %j', (args, shown) => {
  expect(formatDetail('create_crm_record', args)).toBe(shown);
});

it.each<[ToolName, string | null]>([
  ['check_availability', 'Friday, 10:00'],
  ['move_appointment', 'Friday, 10:00'],
  ['update_crm_record', 'Jana'],
  ['transfer_to_person', 'Jana'],
  ['cancel_appointment', null],
  ['note_in_crm', null],
  ['create_ticket', null],
  ['send_confirmation', null],
])('shows of %s only %j', (tool, shown) => {
  const args = { name: 'Jana', date: '2026-11-27', time: '10:00', note: 'secret' };
  expect(formatDetail(tool, args)).toBe(shown);
});

it.each(LANGUAGE_CODES)('has a separator in %s where something of a tool is shown', (language) => {
  for (const [tool, { separator }] of Object.entries(TEXTS[language].call.tools))
    expect(separator !== undefined).toBe(TOOLS[tool as ToolName].shown !== null);
});

it.each([
  ['book_appointment', 'book_appointment'],
  ['bookAppointment', 'book_appointment'],
  ['Book-Appointment', 'book_appointment'],
  ['schedule_appointment', null],
  ['delete_everything', null],
  ['toString', null],
  ['', null],
])('reads the tool name %j as %j', (name, tool) => {
  expect(findTool(name)).toBe(tool);
});
