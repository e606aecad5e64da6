/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { FIELD_CASES } from '@/__tests__/support/contact-fields';
import { buildForm } from '@/__tests__/support/contact-form';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '@/lib/contact/fields';
import { parseContactRequest } from '@/lib/contact/schema';

const read = (page: string) => readFileSync(page, 'utf8');
const isRefused = (name: string, value: unknown) => {
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

  test('has a value that is too long after the longest of its cases', () => {
    const { longest = '', hide } = FIELD_CASES[name];
    if ('limit' in field) {
      expect(longest).toHaveLength(field.limit);
      expect(isRefused(name, longest)).toBe(false);
    }
    const hidden = hide?.('canary0123456789ab');
    expect(hidden !== undefined && isRefused(name, hidden)).toBe(false);
  });
});

test('the docs have each field', () => {
  const behaviour = read('docs/behaviour.md').replace(/\s+/g, ' ');
  const [, columns = ''] = /\*\*`strategy_sessions`\*\*([^*]+)/.exec(behaviour) ?? [];
  const ops = read('docs/ops.md');
  const missing = CONTACT_FIELD_NAMES.flatMap((name) => [
    !columns.includes(`\`${name}\``) && `docs/behaviour.md, section 3: \`${name}\``,
    !ops.includes(`\n- \`${name}\``) && `docs/ops.md, columns of strategy_sessions: \`${name}\``,
  ]);
  expect(missing.filter(Boolean)).toEqual([]);
});
