import { createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { ContactForm } from '@/components/contact/contact-form';
import type { ContactState } from '@/components/contact/use-contact';
import { SERVICE_TYPES } from '@/lib/contact/schema';
import { contactCopyEn } from '@/lib/content/contact-en';

const onSend = jest.fn();
const onEdit = jest.fn();
const onLeave = jest.fn();
const formIn = (state: ContactState) => (
  <ContactForm
    copy={contactCopyEn}
    messageMax={1000}
    mail="hello@example.com"
    state={state}
    onSend={onSend}
    onEdit={onEdit}
    onFieldBlur={onLeave}
  />
);
const idle: ContactState = { sending: false, fields: {}, hint: null, failure: null };
const failure = { attempt: 1, message: null, offerMail: false };
const failed = { ...idle, failure };
const form = () => document.querySelector('form')!;
const service = () => screen.getByLabelText('Service type');
const email = () => screen.getByLabelText('Email address');
const message = () => screen.getByLabelText('Message (optional)');

test('starts empty without errors, and can be posted without JavaScript', () => {
  render(formIn(idle));
  expect(form()).toHaveAttribute('method', 'post');
  expect(form()).toHaveAttribute('action', '/api/contact');
  const options = within(service()).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ value }) => value)).toEqual(['', ...SERVICE_TYPES]);
  for (const control of [service(), email(), message()]) {
    expect(control).toHaveValue('');
    expect(control).not.toHaveAttribute('aria-invalid');
  }
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Send Message' })).not.toHaveAttribute('aria-disabled');
});

test('calls onSend instead of posting natively', () => {
  render(formIn(idle));
  const submit = createEvent.submit(form());
  fireEvent(form(), submit);
  expect(submit.defaultPrevented).toBe(true);
  expect(onSend).toHaveBeenCalledWith(form());
});

test('reports which field is edited and which loses the focus', () => {
  render(formIn(idle));
  fireEvent.input(email(), { target: { value: 'a' } });
  expect(onEdit).toHaveBeenLastCalledWith('email');
  fireEvent.input(message(), { target: { value: 'a' } });
  expect(onEdit).toHaveBeenLastCalledWith('message');
  fireEvent.blur(email());
  fireEvent.blur(screen.getByRole('button'));
  expect(onLeave.mock.calls).toEqual([['email', form()]]);
});

test('offers the address that was probably meant', () => {
  const { rerender } = render(formIn(idle));
  rerender(formIn({ ...idle, hint: 'eva@gmail.com' }));
  fireEvent.click(screen.getByRole('button', { name: 'Did you mean eva@gmail.com?' }));
  expect(email()).toHaveValue('eva@gmail.com');
  expect(email()).toHaveFocus();
  expect(onEdit).toHaveBeenLastCalledWith('email');
});

test('disables the fields while sending, without moving the focus', () => {
  render(formIn({ ...idle, sending: true }));
  expect(service()).toBeDisabled();
  expect(email()).toHaveAttribute('readonly');
  expect(message()).toHaveAttribute('readonly');
  const send = screen.getByRole('button', { name: 'Sending...' });
  expect(send).toHaveAttribute('aria-disabled', 'true');
  expect(send).toBeEnabled();
});

test('shows each error under its field and focuses the first', () => {
  const { rerender } = render(formIn(idle));
  const fields = { email: 'Email address is required', message: 'Message must be text' };
  rerender(formIn({ ...failed, fields }));
  expect(service()).not.toHaveAttribute('aria-invalid');
  expect(email()).toHaveAttribute('aria-invalid', 'true');
  expect(email()).toHaveAccessibleDescription('Email address is required');
  expect(message()).toHaveAccessibleDescription(/Message must be text/);
  expect(email()).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  const all = { service_type: 'Please select a service type', ...fields };
  rerender(formIn({ ...failed, failure: { ...failure, attempt: 2 }, fields: all }));
  expect(service()).toHaveAccessibleDescription('Please select a service type');
  expect(service()).toHaveFocus();
});

test('repeated errors move the focus again, editing does not', () => {
  const fields = { email: 'Email address is required', message: 'Message must be text' };
  const { rerender } = render(formIn({ ...failed, fields }));
  message().focus();
  rerender(formIn({ ...failed, fields: { email: fields.email } }));
  expect(message()).toHaveFocus();
  rerender(formIn({ ...failed, failure: { ...failure, attempt: 2 }, fields }));
  expect(email()).toHaveFocus();
});

test('shows a general failure above the form without moving the focus', () => {
  const { rerender } = render(formIn(idle));
  const scrolled = jest.fn();
  HTMLElement.prototype.scrollIntoView = scrolled;
  message().focus();
  rerender(formIn({ ...idle, failure: { ...failure, message: 'Too many requests.' } }));
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Your message was not sentToo many requests.');
  expect(within(alert).queryByRole('link')).toBeNull();
  expect(alert.nextElementSibling).toBe(form());
  expect(scrolled.mock.contexts).toEqual([alert]);
  expect(message()).toHaveFocus();
});

test('shows a refused address in the alert and at the field', () => {
  const { rerender } = render(formIn(idle));
  const both = { message: 'Please enter a valid email address.', offerMail: false, attempt: 1 };
  const fields = { email: 'Please enter a valid email address' };
  rerender(formIn({ ...idle, failure: both, fields }));
  expect(screen.getByRole('alert')).toHaveTextContent(both.message);
  expect(email()).toHaveFocus();
});

test('offers an address to write to when sending failed', () => {
  const message = 'A network error occurred.';
  render(formIn({ ...failed, failure: { attempt: 1, message, offerMail: true } }));
  const link = within(screen.getByRole('alert')).getByRole('link', { name: 'hello@example.com' });
  expect(link).toHaveAttribute('href', 'mailto:hello@example.com');
});

test('the honeypot is hidden from sight, screen readers and keyboard', () => {
  render(formIn(idle));
  const honeypot = document.querySelector('input[name=quill_north]');
  expect(honeypot).toHaveValue('');
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
  expect(honeypot?.closest('[aria-hidden=true]')).toHaveClass('sr-only');
});
