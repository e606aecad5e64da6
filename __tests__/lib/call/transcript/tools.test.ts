/** @jest-environment node */
import { callCopyEn } from '@/lib/content/call-en';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';
import { findTool, toSnakeCase } from '@/lib/call/transcript/tool-calls';
import { formatToolSentence, TOOLS, type ToolName } from '@/lib/call/transcript/entries';

it.each(LANGUAGE_CODES)('describes in %s what a tool does and has done', (language) => {
  const copy = TEXTS[language].call.tools;
  for (const tool of Object.keys(copy) as ToolName[]) {
    const say = (detail: string | null, done: boolean) =>
      formatToolSentence(copy, { tool, detail, done });
    expect(say(null, false)).toBe(copy[tool].working);
    expect(say(null, true)).toBe(copy[tool].done);
    expect(copy[tool].working).not.toBe(copy[tool].done);
    const hasVisibleArgument = TOOLS[tool].shown !== null;
    expect(copy[tool].separator !== undefined).toBe(hasVisibleArgument);
    if (!hasVisibleArgument) continue;
    expect(say('Jana', false)).toBe(`${copy[tool].working}${copy[tool].separator}Jana`);
    expect(say('Jana', true)).toBe(`${copy[tool].done}${copy[tool].separator}Jana`);
  }
});

it.each([
  ['book_appointment', 'book_appointment'],
  ['bookAppointment', 'book_appointment'],
  ['Book-Appointment', 'book_appointment'],
  ['scheduleAppointment', 'book_appointment'],
  ['reschedule_appointment', 'move_appointment'],
  ['transferCall', 'transfer_to_person'],
  ['create lead', 'create_crm_record'],
  ['createCRMContact', null],
  ['delete_everything', null],
  ['toString', null],
  ['', null],
])('reads the tool name %j as %j', (name, tool) => {
  expect(findTool(name)).toBe(tool);
});

it('knows ten tools', () => {
  const names = Object.keys(callCopyEn.tools);
  expect(names).toHaveLength(10);
  for (const name of names) expect(findTool(name)).toBe(name);
});

it('converts names to snake case', () => {
  expect(['newDate', 'new-date', 'new.date', 'new date', 'NewDate'].map(toSnakeCase)).toEqual(
    Array(5).fill('new_date'),
  );
});
