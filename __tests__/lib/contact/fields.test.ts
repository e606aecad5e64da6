/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { buildForm } from '@/__tests__/support/contact-form';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '@/lib/contact/fields';
import { parseContactRequest } from '@/lib/contact/schema';

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
    const tooLong = 'x'.repeat('limit' in field ? field.limit + 1 : 100);
    expect(isRefused(name, tooLong)).toBe(true);
  });

  test.each(['docs/behaviour.md', 'docs/ops.md'])('is explained in %s', (page) => {
    expect(readFileSync(page, 'utf8')).toContain(`\`${name}\``);
  });
});
