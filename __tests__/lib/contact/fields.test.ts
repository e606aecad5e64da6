/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { buildForm } from '@/__tests__/support/contact-form';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '@/lib/contact/fields';
import { parseContactRequest } from '@/lib/contact/schema';

const read = (page: string) => readFileSync(page, 'utf8');
const isRefused = (name: string, value: string) => {
  const parsed = parseContactRequest({ ...buildForm(), [name]: value });
  return !parsed.ok && name in parsed.fields;
};

describe.each(CONTACT_FIELD_NAMES)('the field %s', (name) => {
  const field = CONTACT_FIELDS[name];

  test('is marked as required if it is', () => {
    expect(isRefused(name, '')).toBe(field.required);
  });

  test('has a limit', () => {
    const tooLong = '1'.repeat('limit' in field ? field.limit + 1 : 100);
    expect(isRefused(name, tooLong)).toBe(true);
  });

  test('is a column in docs/behaviour.md, and is explained in docs/ops.md', () => {
    const [, columns] = /\*\*`strategy_sessions`\*\*([^*]+)/.exec(read('docs/behaviour.md')) ?? [];
    expect(columns).toContain(`\`${name}\``);
    expect(read('docs/ops.md')).toMatch(new RegExp(`^- \`${name}\``, 'm'));
  });
});
