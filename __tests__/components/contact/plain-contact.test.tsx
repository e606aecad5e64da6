import { render, screen, within } from '@testing-library/react';
import { EMPTY_FORM } from '@/__tests__/support/contact-form';
import { PlainContact } from '@/components/contact/plain-contact';
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactField,
  type ContactOutcome,
} from '@/lib/contact/fields';
import { contactCopyEn, errorsEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { contactMail } from '@/lib/content/site';
import { SERVICE_TYPES } from '@/lib/services';

const getField = (name: ContactField) => screen.getByLabelText(contactCopyEn.fields[name].label);
type Failure = Extract<ContactOutcome, { state: 'failed' }>;

const createPage = (failure?: Partial<Failure>) => {
  const failed: Failure = {
    state: 'failed',
    error: 'invalid',
    message: errorsEn.invalid,
    fields: {},
    values: EMPTY_FORM,
    source: 'direct',
    ...failure,
  };
  return <PlainContact outcome={failure ? failed : null} />;
};
const renderForm = (failure?: Partial<Failure>) => render(createPage(failure));

test('the empty form posts natively and offers every service', () => {
  const { container } = renderForm();
  const form = container.querySelector('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/contact');
  expect(form).toHaveAttribute('novalidate');
  const options = within(
    screen.getByLabelText(contactCopyEn.fields.service_type.label),
  ).getAllByRole('option');
  expect(options.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
    ['', contactCopyEn.fields.service_type.placeholder],
    ...SERVICE_TYPES.map((type) => [type, servicesEn[type].option ?? servicesEn[type].name]),
  ]);
  expect(screen.getByRole('button', { name: contactCopyEn.submit })).toBeVisible();
  for (const { text } of contactCopyEn.trustNotes) {
    expect(screen.getByText(text)).toBeVisible();
  }
  const notice = screen.getByRole('link', { name: contactCopyEn.privacy.link });
  expect(notice).toHaveAttribute('href', '/privacy');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  for (const name of CONTACT_FIELD_NAMES) {
    expect(new FormData(form as HTMLFormElement).get(name) ?? '').toBe('');
    expect(getField(name)).not.toHaveFocus();
  }
});

test('sends the source of a form that is shown again', () => {
  const { container } = renderForm({ source: 'search' });
  expect(new FormData(container.querySelector('form')!).get('source')).toBe('search');
});

test('each field has its label, and says what belongs into it', () => {
  renderForm();
  for (const { label } of Object.values(contactCopyEn.fields))
    expect(screen.getByLabelText(label)).toBeVisible();
  for (const name of CONTACT_FIELD_NAMES) {
    const { required, ...field } = { autoComplete: null, ...CONTACT_FIELDS[name] };
    expect(getField(name).hasAttribute('required')).toBe(required);
    expect(getField(name).getAttribute('autocomplete')).toBe(field.autoComplete);
    if ('type' in field) expect(getField(name)).toHaveAttribute('type', field.type);
  }
});

test.each(CONTACT_FIELD_NAMES)('focuses %s if it is the first refused field', (name) => {
  const names = CONTACT_FIELD_NAMES.slice(CONTACT_FIELD_NAMES.indexOf(name));
  const fields = Object.fromEntries(names.map((refused) => [refused, 'No.']));
  renderForm({ fields });
  expect(getField(name)).toHaveFocus();
});

test('the alert shows the message, and a mail address if the fault is ours', () => {
  const { rerender } = renderForm({ message: 'Try again.' });
  const alert = screen.getByRole('alert');
  expect(alert.nextElementSibling).toBe(document.querySelector('form'));
  expect(alert.lastElementChild).toHaveTextContent(/^Try again\.$/);
  rerender(createPage({ error: 'unavailable' }));
  expect(within(alert).getByRole('link', { name: contactMail })).toHaveAttribute(
    'href',
    `mailto:${contactMail}`,
  );
});

test.each([undefined, 'https://calendar.example/eva'])(
  'a sent form says when we answer, or with %s leads to it',
  (bookingUrl) => {
    const outcome: ContactOutcome = { state: 'sent', service: 'other', bookingUrl };
    render(<PlainContact outcome={outcome} />);
    const { answer, pickTime } = contactCopyEn.success;
    expect(screen.queryByText(answer) === null).toBe(bookingUrl !== undefined);
    const link = screen.queryByRole('link', { name: pickTime });
    expect(link?.getAttribute('href')).toBe(bookingUrl);
  },
);
