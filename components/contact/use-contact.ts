'use client';

import { useRef, useState } from 'react';
import { offersMail } from '@/lib/contact/messages';
import type { ContactField, ContactFieldErrors } from '@/lib/contact/schema';
import { newKey, submitContact } from '@/lib/contact/submit';
import { HONEYPOT_FIELD } from '@/lib/contact/form-facts';
import { count } from '@/lib/funnel/count';

export type ContactState =
  | { status: 'idle' }
  | { status: 'sending' }
  | {
      status: 'failed';
      /** Counts failures, so that the same errors twice move the focus twice. */
      attempt: number;
      message: string | null;
      fields: ContactFieldErrors;
      offerMail: boolean;
    };

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

/**
 * The states of a contact request in the browser (docs/behaviour.md, section 4).
 * `onSent` receives the service that was asked for. A second `send` while one is running is ignored.
 */
export function useContact(onSent: (serviceType: string) => void) {
  const [state, setState] = useState<ContactState>({ status: 'idle' });
  const attempts = useRef(0);
  const sending = useRef(false);
  const openedAt = useRef(0);
  // Stryker disable next-line ObjectLiteral,StringLiteral: any value that is no form's contents stands for none
  const filled = useRef({ contents: '', key: '' });

  const send = async (form: HTMLFormElement) => {
    if (sending.current) return;
    sending.current = true;
    count('form_sent');
    const data = new FormData(form);
    setState({ status: 'sending' });
    const input = {
      service_type: text(data.get('service_type')),
      email: text(data.get('email')),
      message: text(data.get('message')),
    };
    // Unchanged contents are the same request and keep their key.
    const contents = JSON.stringify(input);
    if (filled.current.contents !== contents) filled.current = { contents, key: newKey() };
    const result = await submitContact(input, {
      key: filled.current.key,
      ms: performance.now() - openedAt.current,
      honeypot: text(data.get(HONEYPOT_FIELD)),
    });
    sending.current = false;
    if (result.ok) {
      count('request_stored');
      // Stryker disable next-line ObjectLiteral,StringLiteral: any value that is no form's contents stands for none
      filled.current = { contents: '', key: '' };
      setState({ status: 'idle' });
      return onSent(result.serviceType);
    }
    attempts.current += 1;
    const named = Object.keys(result.fields).length > 0;
    setState({
      status: 'failed',
      attempt: attempts.current,
      message: named ? null : result.message,
      fields: result.fields,
      offerMail: offersMail(result.error),
    });
  };

  const edit = (field: ContactField) => {
    count('form_typed');
    setState((now) =>
      now.status === 'failed' && now.fields[field]
        ? { ...now, fields: { ...now.fields, [field]: undefined } }
        : now,
    );
  };

  const reset = () => {
    openedAt.current = performance.now();
    setState((now) => (now.status === 'failed' ? { status: 'idle' } : now));
  };

  return { state, send, edit, reset };
}
