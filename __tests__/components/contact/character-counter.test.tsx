import { act, fireEvent, render, screen } from '@testing-library/react';
import { buildForm } from '@/__tests__/support/contact-form';
import { ContactField } from '@/components/contact/contact-form';
import { CharacterCounter } from '@/components/contact/dialog-form';
import { CONTACT_FIELDS } from '@/lib/contact/fields';
import { parseContactRequest } from '@/lib/contact/schema';
import { contactCopyEn } from '@/lib/content/contact-en';

const createField = (error?: string) => (
  <ContactField
    name="message"
    id="message"
    error={error}
    counter={<CharacterCounter controlId="message" limit={CONTACT_FIELDS.message.limit} />}
  />
);
const getTextArea = () =>
  screen.getByLabelText<HTMLTextAreaElement>(contactCopyEn.fields.message.label);
const type = (length: number) =>
  fireEvent.input(getTextArea(), { target: { value: 'x'.repeat(length) } });

test('the counter follows what is typed, and is read with the field', () => {
  render(createField());
  expect(getTextArea()).toHaveAccessibleDescription(`0/1000 ${contactCopyEn.counter}`);
  type(5);
  expect(getTextArea()).toHaveAccessibleDescription(`5/1000 ${contactCopyEn.counter}`);
  expect(getTextArea()).not.toHaveAttribute('aria-invalid');
});

test('the counter is announced from the last fifty characters on', () => {
  render(createField());
  const readCounter = () => screen.getByRole('status').textContent;
  type(950);
  expect(readCounter()).toBe('');
  type(951);
  expect(readCounter()).toBe(`951/1000 ${contactCopyEn.counter}`);
  type(1001);
  expect(readCounter()).toBe(`1001/1000 ${contactCopyEn.counter}`);
  expect(getTextArea()).toHaveValue('x'.repeat(1001));
});

test('the counter is red above the limit only', () => {
  render(createField());
  type(1000);
  expect(screen.getByText(`1000/1000 ${contactCopyEn.counter}`, { selector: 'p' })).toHaveClass(
    'text-muted',
  );
  type(1001);
  expect(screen.getByText(`1001/1000 ${contactCopyEn.counter}`, { selector: 'p' })).toHaveClass(
    'text-danger',
  );
});

test('counts what would be sent', () => {
  render(createField());
  const typed = `<b> \n\t\0\u0007\u200b${'x'.repeat(500)}  ${'x'.repeat(490)}\n\n`;
  fireEvent.input(getTextArea(), { target: { value: typed } });
  const parsed = parseContactRequest({ ...buildForm({ email: 'a@b.cz' }), message: typed });
  const sent = parsed.ok ? parsed.value.message : null;
  const count = `${sent?.length}/1000 ${contactCopyEn.counter}`;
  expect(screen.getByText(count, { selector: 'p' })).toBeVisible();
  expect(getTextArea()).toHaveValue(typed);
});

test('the counter is not red above the limit if Send removes the rest', () => {
  render(createField());
  const value = `<<<<${'x'.repeat(1000)}    `;
  fireEvent.input(getTextArea(), { target: { value } });
  expect(screen.getByText(`1000/1000 ${contactCopyEn.counter}`, { selector: 'p' })).toHaveClass(
    'text-muted',
  );
});

test('an error is read before the counter', () => {
  render(createField('Too long'));
  expect(getTextArea()).toHaveAccessibleDescription(`Too long 0/1000 ${contactCopyEn.counter}`);
  expect(getTextArea()).toHaveAttribute('aria-invalid', 'true');
});

test('the counter restarts after a reset', async () => {
  render(<form data-testid="form">{createField()}</form>);
  type(5);
  await act(async () => screen.getByTestId<HTMLFormElement>('form').reset());
  expect(getTextArea()).toHaveValue('');
  expect(screen.getByText(`0/1000 ${contactCopyEn.counter}`)).toBeVisible();
  type(3);
  expect(screen.getByText(`3/1000 ${contactCopyEn.counter}`)).toBeVisible();
});
