import { fieldErrorsEn } from '@/lib/content/contact-en';
import { CONTACT_FIELD_NAMES, type ContactFieldErrors, type FieldErrors } from './fields';

/** Whether sending failed for a reason other than the input, so that we offer our mail address. */
export const shouldOfferMail = (error: string) => error === 'unavailable' || error === 'internal';

/** Says in a sentence what is wrong with each refused field. */
export function describeFields(errors: FieldErrors): ContactFieldErrors {
  const entries = CONTACT_FIELD_NAMES.flatMap((name) => {
    const error = errors[name];
    return error ? [[name, fieldErrorsEn[error]]] : [];
  });
  return Object.fromEntries(entries);
}
