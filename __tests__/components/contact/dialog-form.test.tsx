import { act, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { DialogForm } from '@/components/contact/dialog-form';
import { type Contact, untouchedForm as idle } from '@/components/contact/use-contact';
import { contactCopyEn, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { contactMail } from '@/lib/content/site';

const onSend = jest.fn();
const onEdit = jest.fn();
const onFieldBlur = jest.fn();
const createForm = (state: Contact['state']) => (
  <DialogForm contact={{ state, send: onSend, handleEdit: onEdit, handleFieldBlur: onFieldBlur }} />
);
const failure = { message: null, offerMail: false };
const failed = { ...idle, failure };
const getForm = () => document.querySelector('form')!;
const getServiceField = () => screen.getByLabelText(contactCopyEn.fields.service_type.label);
const getEmailField = () => screen.getByLabelText(contactCopyEn.fields.email.label);
const getMessageField = () => screen.getByLabelText(contactCopyEn.fields.message.label);

test('calls onSend instead of posting natively', () => {
  render(createForm(idle));
  const submit = createEvent.submit(getForm());
  fireEvent(getForm(), submit);
  expect(submit.defaultPrevented).toBe(true);
  expect(onSend).toHaveBeenCalledWith(getForm());
});

test('reports which field is edited and which loses the focus', () => {
  render(createForm(idle));
  fireEvent.input(getEmailField(), { target: { value: 'a' } });
  expect(onEdit).toHaveBeenLastCalledWith('email');
  fireEvent.input(getMessageField(), { target: { value: 'a' } });
  expect(onEdit).toHaveBeenLastCalledWith('message');
  fireEvent.blur(getEmailField());
  expect(onFieldBlur.mock.calls).toEqual([['email', getForm()]]);
});

test('a closed dialog reports no field that was filled in before React ran', async () => {
  const form = <dialog>{createForm(idle)}</dialog>;
  document.body.innerHTML = `<div id="root">${renderToString(form)}</div>`;
  (getEmailField() as HTMLInputElement).value = 'eva@';
  const root = await act(async () => hydrateRoot(document.getElementById('root')!, form));
  expect(onFieldBlur).not.toHaveBeenCalled();
  act(() => root.unmount());
});

test('offers the address that was probably meant', () => {
  const { rerender } = render(createForm(idle));
  rerender(createForm({ ...idle, hint: 'eva@gmail.com' }));
  fireEvent.click(
    screen.getByRole('button', {
      name: contactCopyEn.fields.email.hint.replace('{email}', 'eva@gmail.com'),
    }),
  );
  expect(getEmailField()).toHaveValue('eva@gmail.com');
  expect(getEmailField()).toHaveFocus();
  expect(onEdit).toHaveBeenLastCalledWith('email');
});

test('disables the fields while sending, without moving the focus', () => {
  render(createForm({ ...idle, isSending: true }));
  expect(getServiceField()).toBeDisabled();
  expect(getEmailField()).toHaveAttribute('readonly');
  expect(getMessageField()).toHaveAttribute('readonly');
  const send = screen.getByRole('button', { name: contactCopyEn.submitting });
  expect(send).toHaveAttribute('aria-disabled', 'true');
  expect(send).toBeEnabled();
});

test('shows each error under its field and focuses the first', () => {
  const { rerender } = render(createForm(idle));
  const fields = { email: fieldErrorsEn.email_required, message: fieldErrorsEn.message_not_text };
  rerender(createForm({ ...failed, fields }));
  expect(getServiceField()).not.toHaveAttribute('aria-invalid');
  expect(getEmailField()).toHaveAttribute('aria-invalid', 'true');
  expect(getEmailField()).toHaveAccessibleDescription(fieldErrorsEn.email_required);
  expect(getMessageField()).toHaveAccessibleDescription(
    expect.stringContaining(fieldErrorsEn.message_not_text),
  );
  expect(getEmailField()).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  const all = { service_type: fieldErrorsEn.service_required, ...fields };
  rerender(createForm({ ...failed, failure: { ...failure }, fields: all }));
  expect(getServiceField()).toHaveAccessibleDescription(fieldErrorsEn.service_required);
  expect(getServiceField()).toHaveFocus();
});

test('repeated errors move the focus again, editing does not', () => {
  const fields = { email: fieldErrorsEn.email_required, message: fieldErrorsEn.message_not_text };
  const { rerender } = render(createForm({ ...failed, fields }));
  getMessageField().focus();
  rerender(createForm({ ...failed, fields: { email: fields.email } }));
  expect(getMessageField()).toHaveFocus();
  rerender(createForm({ ...failed, failure: { ...failure }, fields }));
  expect(getEmailField()).toHaveFocus();
});

test('shows a general failure above the form without moving the focus', () => {
  const { rerender } = render(createForm(idle));
  const scrolled = jest.fn();
  HTMLElement.prototype.scrollIntoView = scrolled;
  getMessageField().focus();
  rerender(createForm({ ...idle, failure: { ...failure, message: 'Too many requests.' } }));
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(`${contactCopyEn.errorSummary}Too many requests.`);
  expect(within(alert).queryByRole('link')).toBeNull();
  expect(alert.nextElementSibling).toBe(getForm());
  expect(scrolled.mock.contexts).toEqual([alert]);
  expect(scrolled.mock.calls).toEqual([[{ block: 'nearest', behavior: 'instant' }]]);
  expect(getMessageField()).toHaveFocus();
});

test.each([
  ['scrolls to the first field', null, false],
  ['scrolls to the alert only', errorsEn.email_refused, true],
])('%s if the failure says %j', (_what, message, preventScroll) => {
  const { rerender } = render(createForm(idle));
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  const fields = { email: fieldErrorsEn.email_invalid };
  rerender(createForm({ ...idle, failure: { ...failure, message }, fields }));
  expect(focus.mock.calls).toEqual([[{ preventScroll }]]);
  focus.mockRestore();
});

test('offers an address to write to when sending failed', () => {
  const message = 'A network error occurred.';
  render(createForm({ ...failed, failure: { message, offerMail: true } }));
  const link = within(screen.getByRole('alert')).getByRole('link', { name: contactMail });
  expect(link).toHaveAttribute('href', `mailto:${contactMail}`);
});

test('the honeypot is hidden from sight, screen readers and keyboard', () => {
  render(createForm(idle));
  const honeypot = document.querySelector('input[name=quill_north]');
  expect(honeypot).toHaveValue('');
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
  expect(honeypot?.closest('[aria-hidden=true]')).toHaveClass('sr-only');
});
