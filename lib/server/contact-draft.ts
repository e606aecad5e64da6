import 'server-only';
import { offersMail } from '@/lib/contact/messages';
import type { ContactFieldErrors } from '@/lib/contact/schema';
import type { FinalAnswer, PageAnswer } from './http';
import type { Input } from './request-body';
import { openCookie, sealCookie } from './sealed-cookie';

const COOKIE = { name: 'contact-outcome', path: '/contact', maxAge: 300 };
const EMAIL_KEPT = 1000;

/** What a person without script typed, as typed. */
type TypedValues = { service_type: string; email: string; message: string };

/** What became of a plain form post, on its way to the page that shows it. */
export type ContactOutcome =
  | { state: 'sent'; service: string }
  | {
      state: 'failed';
      message: string;
      /** True when sending itself failed, and not what was typed. */
      offerMail: boolean;
      fields: ContactFieldErrors;
      values: TypedValues;
      /** True when the values did not fit in whole. */
      cut: boolean;
    };

/** The page after a plain form post. The outcome and the typed values travel in an encrypted cookie. */
export function contactPage(answer: FinalAnswer, typed: Input): PageAnswer {
  return { location: COOKIE.path, cookies: seal(outcomeOf(answer, typed)) };
}

/** Reads the outcome back; `read` gives a cookie's value by its name. Null when there is none. */
export function readOutcome(read: (name: string) => string | undefined): ContactOutcome | null {
  return openCookie(read, COOKIE.name) as ContactOutcome | null;
}

function outcomeOf(answer: FinalAnswer, typed: Input): ContactOutcome {
  if (answer.ok) return { state: 'sent', service: String(answer.body?.['service_type'] ?? '') };
  const text = (name: string) => printable(typed[name]);
  const email = text('email');
  return {
    state: 'failed',
    message: answer.message,
    offerMail: offersMail(answer.error),
    fields: answer.fields ?? {},
    values: {
      service_type: text('service_type').slice(0, 64),
      email: email.slice(0, EMAIL_KEPT),
      message: text('message'),
    },
    cut: email.length > EMAIL_KEPT || (answer.error === 'too_large' && text('message') !== ''),
  };
}

// HTML cannot hold other control characters.
const printable = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(?![\n\r\t])\p{Cc}/gu, '') : '';

/** Keeps as much of the message as a cookie can hold. */
function seal(outcome: ContactOutcome): string[] {
  const whole = sealCookie(outcome, COOKIE);
  if (whole || outcome.state === 'sent') return whole ?? [];

  const { message } = outcome.values;
  const shortened = (length: number) => {
    const values = {
      ...outcome.values,
      message: message.slice(0, length).replace(/[\uD800-\uDBFF]$/, ''),
    };
    return sealCookie({ ...outcome, values, cut: true }, COOKIE);
  };
  let best: string[] = shortened(0) ?? [];
  for (let fits = 0, fails = message.length; fails - fits > 1;) {
    const length = Math.floor((fits + fails) / 2);
    const sealed = shortened(length);
    if (sealed) [best, fits] = [sealed, length];
    else fails = length;
  }
  return best;
}
