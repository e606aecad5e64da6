import { type ContactInput, mapFields } from '@/lib/contact/fields';
import type { ContactRequest } from '@/lib/contact/schema';
import { fieldErrorsEn } from '@/lib/content/contact-en';
import { FIELD_CASES } from './contact-fields';

/** What a complete form posts, with some fields changed. */
export const buildForm = (changes: Partial<ContactInput> = {}): ContactInput => ({
  ...mapFields((name) => String(FIELD_CASES[name].value)),
  ...changes,
});

/** What is stored of a complete form, with some fields changed. The schema returns it as it is. */
export const buildRequest = (changes: Partial<ContactRequest> = {}): ContactRequest => ({
  ...(mapFields<unknown>((name) => FIELD_CASES[name].value) as ContactRequest),
  ...changes,
});

export const EMPTY_FORM: ContactInput = mapFields(() => '');

/** What is said about a form without a service and with an invalid address. */
export const REFUSED_FIELDS = {
  service_type: fieldErrorsEn.service_required,
  email: fieldErrorsEn.email_invalid,
};

/** The idempotency key of a form. */
export const FORM_KEY = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
