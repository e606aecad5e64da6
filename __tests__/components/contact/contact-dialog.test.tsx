import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildForm, buildRequest, EMPTY_FORM } from '@/__tests__/support/contact-form';
import { ContactDialog } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { prepareContactForm } from '@/components/page-script/contact-form';
import { invokeCommands } from '@/components/page-script/controls';
import { type ContactField, type ContactInput, readInput } from '@/lib/contact/fields';
import type { SubmitResult } from '@/lib/contact/submit';
import { contactCopyEn as copy, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { contactMail } from '@/lib/content/site';

const post = jest.fn<Promise<Response>, [string, RequestInit]>();
const createSuccess = (service: string, bookingUrl?: string): SubmitResult => ({
  ok: true,
  service_type: service,
  booking_url: bookingUrl,
});
const stored = createSuccess('other');
const failed: SubmitResult = { ok: false, error: 'internal', message: 'Our fault.' };
const fields = { email: fieldErrorsEn.email_invalid };
const refused: SubmitResult = { ok: false, error: 'invalid', message: errorsEn.invalid, fields };

const createAnswer = (result: SubmitResult) => ({ json: async () => result }) as Response;
const answer = (result: SubmitResult) => post.mockImplementation(async () => createAnswer(result));
/** Makes the next request wait. Returns a function that answers it. */
function holdRequest() {
  let settle = (_: Response) => {};
  post.mockReturnValueOnce(new Promise((resolve) => (settle = resolve)));
  return (result: SubmitResult) => act(async () => settle(createAnswer(result)));
}
const readBody = (request: number) =>
  JSON.parse(String(post.mock.calls[request]?.[1].body)) as Record<string, unknown>;

let user: ReturnType<typeof userEvent.setup>;
let prefersReducedMotion: boolean;

beforeAll(() => {
  prepareContactForm();
  // jsdom knows no invoker commands.
  invokeCommands();
});
beforeEach(() => {
  jest.useFakeTimers();
  // Of a page that was opened a minute ago.
  jest.advanceTimersByTime(60_000);
  user = userEvent.setup({ delay: null });
  prefersReducedMotion = false;
  window.matchMedia = (() => ({ matches: prefersReducedMotion })) as never;
  post.mockReset();
  answer(stored);
  globalThis.fetch = post as unknown as typeof fetch;
});

const getField = (name: ContactField) =>
  screen.getByLabelText<HTMLInputElement>(copy.fields[name].label);
const queryDialog = (name: string) => screen.queryByRole<HTMLDialogElement>('dialog', { name });
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
// By text, because jsdom is slow to find roles in hidden elements.
const press = (name: string) => user.click(screen.getByText(name));
const send = async () => {
  await press(copy.submit);
  await advance(0);
};
const open = () => press('Get Started');
const close = () => user.click(screen.getByRole('button', { name: copy.close }));
const fill = (changes: Partial<ContactInput> = {}) =>
  Object.entries(buildForm({ email: 'a@b.cz', ...changes })).forEach(([name, value]) => {
    const field = getField(name as ContactField);
    const target = field.type === 'checkbox' ? { checked: value !== '' } : { value };
    fireEvent.input(field, { target });
  });

/** Shows the dialog, open and filled in. */
async function renderForm() {
  render(
    <>
      <OpenContactButton from="hero">Get Started</OpenContactButton>
      <ContactDialog />
    </>,
  );
  await open();
  fill();
}

test('a form is sent as filled in, counted and confirmed, and is empty the next time', async () => {
  const sendCount = jest.fn();
  window.sendCount = sendCount;
  await renderForm();
  const listCounted = () => [...new Set(sendCount.mock.calls.flat())];
  expect(listCounted()).toEqual(['form_typed']);
  document.querySelector<HTMLInputElement>('[name=quill_north]')!.value = 'https://example.com';
  const source = document.createElement('input');
  getField('email').form!.append(Object.assign(source, { name: 'source', value: 'b.example' }));
  await advance(1_500);
  await send();
  expect(listCounted()).toEqual(['form_typed', 'form_sent', 'request_stored']);
  delete window.sendCount;
  expect(readBody(0)).toEqual({
    ...buildRequest({ email: 'a@b.cz' }),
    idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
    fill_ms: 1500,
    quill_north: 'https://example.com',
    source: 'b.example',
  });
  const success = screen.getByRole('dialog', { name: copy.success.title });
  const received = copy.success.before + servicesEn.other.name;
  expect(success).toHaveAccessibleDescription(expect.stringContaining(received));
  for (const { text } of copy.success.notes) expect(success).toHaveTextContent(text);
  expect(queryDialog(copy.title)).toBeNull();
  await press(copy.success.close);
  await advance(300);
  expect(success).toBeEmptyDOMElement();
  await open();
  const typed = new FormData(getField('email').form!);
  expect(readInput((name) => typed.get(name))).toEqual(EMPTY_FORM);
  expect(getField('message')).toHaveAccessibleDescription(`0/1000 ${copy.counter}`);
});

test('each request is confirmed, and without a fade where motion is unwanted', async () => {
  await renderForm();
  for (const service of ['other', 'crm-integrations'] as const) {
    prefersReducedMotion = service !== 'other';
    fill();
    answer(createSuccess(service));
    await send();
    expect(queryDialog(copy.success.title)).toHaveTextContent(servicesEn[service].name);
    await press(copy.success.close);
    await advance(1);
    expect(queryDialog(copy.success.title) === null).toBe(prefersReducedMotion);
    await advance(299);
    expect(queryDialog(copy.success.title)).toBeNull();
    await open();
  }
});

test.each([
  ['the call', undefined, copy.success.tryCall, '#phone-caller'],
  [
    'the booking page',
    'https://booking.example/',
    copy.success.pickTime,
    'https://booking.example/',
  ],
])('after a request %s is offered', async (_, bookingUrl, name, href) => {
  await renderForm();
  answer(createSuccess('other', bookingUrl));
  await send();
  const success = within(screen.getByRole('dialog', { name: copy.success.title }));
  expect(success.getAllByRole('link')).toEqual([success.getByRole('link', { name })]);
  expect(success.getByRole('link')).toHaveAttribute('href', href);
  expect(success.queryByText(copy.success.answer) !== null).toBe(bookingUrl === undefined);
  // The call is on this page. jsdom can't open another one.
  if (!bookingUrl) await press(name);
  expect(queryDialog(copy.success.title) === null).toBe(!bookingUrl);
});

test('nothing can be edited, sent or closed while a request is sent', async () => {
  await renderForm();
  const settle = holdRequest();
  await send();
  expect(getField('service_type')).toBeDisabled();
  expect(getField('email')).toHaveAttribute('readonly');
  expect(getField('message')).toHaveAttribute('readonly');
  expect(screen.getByRole('button', { name: copy.close })).toBeDisabled();
  const dialog = queryDialog(copy.title)!;
  expect(dialog).toHaveAttribute('closedby', 'none');
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  // It keeps the focus.
  const button = screen.getByRole('button', { name: copy.submitting });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  await user.click(button);
  expect(post).toHaveBeenCalledTimes(1);
  await settle(stored);
  expect(queryDialog(copy.success.title)).toBeVisible();
});

test.each<[string, SubmitResult, Partial<ContactInput>, boolean]>([
  ['sent again unchanged after a failure it is the same request', failed, {}, true],
  [
    'with another service it is another request',
    failed,
    { service_type: 'crm-integrations' },
    false,
  ],
  ['with another address it is another request', failed, { email: 'b@b.cz' }, false],
  ['with another message it is another request', failed, { message: 'Again' }, false],
  ['the same words after a success are another request', stored, {}, false],
])('%s', async (_, result, changes, hasSameKey) => {
  await renderForm();
  answer(result);
  await send();
  fill(changes);
  await send();
  expect(readBody(1).idempotency_key === readBody(0).idempotency_key).toBe(hasSameKey);
});

const emailRefused = { ...refused, message: errorsEn.email_refused };
test.each<[string, SubmitResult, alert: string | null, mail: boolean, error: string]>([
  ['our fault', failed, 'Our fault.', true, ''],
  ['named fields, which say it all', refused, null, false, fields.email],
  ['a refusal without fields', { ...refused, fields: {} }, errorsEn.invalid, false, ''],
  ['a refused address', emailRefused, errorsEn.email_refused, false, fields.email],
])('tells of %s above the form or at the field, until it is closed', async (...row) => {
  const [, result, message, hasMail, error] = row;
  await renderForm();
  answer(result);
  await send();
  const alert = screen.queryByRole('alert');
  if (message === null) expect(alert).toBeNull();
  else expect(alert).toHaveTextContent(copy.errorSummary + message);
  const links = screen.queryAllByRole('link', { name: contactMail });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    hasMail ? [`mailto:${contactMail}`] : [],
  );
  expect(getField('email')).toHaveAccessibleDescription(error);
  await close();
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(getField('email')).toHaveAccessibleDescription('');
});

test('the first field with an error takes the focus; editing removes only its own', async () => {
  await renderForm();
  fill({ service_type: '', email: '' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await send();
    expect(post).not.toHaveBeenCalled();
    expect(getField('service_type')).toHaveFocus();
    expect(getField('service_type')).toHaveAttribute('aria-invalid', 'true');
    expect(getField('service_type')).toHaveAccessibleDescription(fieldErrorsEn.service_required);
    expect(getField('email')).toHaveAccessibleDescription(fieldErrorsEn.email_required);
    expect(getField('message')).not.toHaveAttribute('aria-invalid');
  }
  await user.type(getField('email'), 'a');
  expect(getField('email')).toHaveFocus();
  expect(getField('email')).toHaveAccessibleDescription('');
  expect(getField('email')).not.toHaveAttribute('aria-invalid');
  expect(getField('service_type')).toHaveAccessibleDescription(fieldErrorsEn.service_required);
});

describe('a request without an answer for ten seconds', () => {
  let settle: ReturnType<typeof holdRequest>;
  const late = copy.success.title + ' ' + copy.success.before;
  const queryLate = () => screen.queryByText((text) => text.startsWith(late));

  beforeEach(async () => {
    await renderForm();
    settle = holdRequest();
    await send();
    await advance(9_999);
    expect(screen.getByText(copy.submitting)).toBeVisible();
    await advance(1);
    expect(screen.getByRole('alert')).toHaveTextContent(errorsEn.unavailable);
    expect(screen.getByText(copy.submit)).not.toHaveAttribute('aria-disabled');
  });

  test('is confirmed if the dialog stayed open', async () => {
    await settle(stored);
    const dialog = queryDialog(copy.success.title)!;
    expect(dialog).toBeVisible();
    // Esc lets it fade, too.
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  });

  test('is confirmed by a line if the dialog was closed', async () => {
    await close();
    await settle(stored);
    expect(queryDialog(copy.success.title)).toBeNull();
    await advance(600_000);
    expect(queryLate()).toHaveTextContent(servicesEn.other.name);
    await press(copy.success.close);
    expect(queryLate()).toBeNull();
  });

  test('is confirmed apart from one of the dialog that was opened again', async () => {
    await close();
    await open();
    fill();
    await settle(stored);
    expect(queryLate()).toBeNull();
    answer(createSuccess('crm-integrations'));
    await send();
    expect(queryDialog(copy.success.title)).toHaveTextContent(servicesEn['crm-integrations'].name);
    // It would not be announced.
    expect(queryLate()).toBeNull();
    await press(copy.success.close);
    await advance(300);
    expect(queryLate()).toHaveTextContent(servicesEn.other.name);
    // Another success leaves it there.
    await open();
    fill();
    await send();
    expect(queryDialog(copy.success.title)).toBeVisible();
    expect(queryLate()).toHaveTextContent(servicesEn.other.name);
  });

  test('is abandoned once something else is typed', async () => {
    fill({ message: 'Something else' });
    await settle(stored);
    expect(queryDialog(copy.title)).toBeVisible();
    expect(getField('message')).toHaveValue('Something else');
  });

  test('can be sent again as the same request, which alone counts', async () => {
    answer(createSuccess('crm-integrations'));
    await send();
    expect(readBody(1).idempotency_key).toBe(readBody(0).idempotency_key);
    await settle(stored);
    expect(queryDialog(copy.success.title)).toHaveTextContent(servicesEn['crm-integrations'].name);
  });
});

describe('an address that is left for the next field', () => {
  const queryHint = (email: string) =>
    screen.queryByText(copy.fields.email.hint.replace('{email}', () => email));
  const typeEmail = async (email: string) => {
    await user.clear(getField('email'));
    if (email) await user.type(getField('email'), email);
  };
  const leaveField = async () => {
    await user.tab();
    await advance(0);
  };

  test.each([
    ['eva@', fieldErrorsEn.email_invalid],
    ['eva@firma.cz', ''],
    ['', ''],
  ])('if it is “%s”, shows “%s”', async (email, error) => {
    await renderForm();
    await typeEmail(email);
    expect(getField('email')).toHaveAccessibleDescription('');
    await leaveField();
    expect(getField('email')).toHaveAccessibleDescription(error);
  });

  test('suggests what was probably meant, also after a failure, until it is edited', async () => {
    await renderForm();
    await typeEmail('e$$a@gmial.com');
    await leaveField();
    await user.type(getField('message'), 'Hello');
    await leaveField();
    answer(failed);
    await send();
    expect(screen.getByRole('alert')).toBeVisible();
    await user.click(queryHint('e$$a@gmail.com')!);
    expect(getField('email')).toHaveValue('e$$a@gmail.com');
    expect(getField('email')).toHaveFocus();
    expect(queryHint('e$$a@gmail.com')).toBeNull();
  });

  test.each([
    [
      'the dialog was closed',
      () => fireEvent.click(screen.getByRole('button', { name: copy.close })),
    ],
    ['the form was sent', () => fireEvent.submit(getField('email').form!)],
    ['it was corrected', () => fill()],
  ])('shows nothing if %s meanwhile', async (_, happen) => {
    await renderForm();
    holdRequest();
    await typeEmail('eva@gmial.com');
    await act(async () => {
      getField('message').focus();
      happen();
    });
    await advance(0);
    expect(getField('email')).toHaveAccessibleDescription('');
    expect(queryHint('eva@gmail.com')).toBeNull();
  });

  test('is not checked while Send is pressed, which an error would move', async () => {
    await renderForm();
    await typeEmail('eva@');
    act(() => screen.getByText(copy.submit).focus());
    await advance(0);
    expect(getField('email')).toHaveAccessibleDescription('');
  });
});

test.each([
  ['a text', 'Hello', 5, 0],
  ['what would be sent', ' <b>Hello\0  ', 6, 0],
  ['a text with fifty characters left', 'x'.repeat(950), 950, 0],
  ['a text with less left', 'x'.repeat(951), 951, 1],
  ['a text that is too long', 'x'.repeat(1001), 1001, 1],
])('the characters of %s are counted, and announced near the limit', async (...row) => {
  const [, message, length, announcements] = row;
  await renderForm();
  fill({ message });
  expect(getField('message')).toHaveValue(message);
  const counter = `${length}/1000 ${copy.counter}`;
  expect(getField('message')).toHaveAccessibleDescription(counter);
  const announced = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced.filter((text) => text === counter)).toHaveLength(announcements);
});

test('the focus goes to the menu’s button if the opener was in the menu', async () => {
  render(
    <>
      <button popoverTarget="site-menu">Menu</button>
      <OpenContactButton from="header">Get Started</OpenContactButton>
      <ContactDialog />
      <dialog aria-label="Another" />
    </>,
  );
  await open();
  getField('email').focus();
  const focus = jest.spyOn(screen.getByText('Menu'), 'focus');
  await close();
  expect(screen.getByText('Menu')).toHaveFocus();
  // The header of a phone held sideways is not sticky.
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });

  await open();
  getField('email').focus();
  document.querySelector<HTMLDialogElement>('[aria-label=Another]')!.open = true;
  await close();
  expect(screen.getByText('Menu')).not.toHaveFocus();
});

test('no person sees, hears or focuses the field for bots', async () => {
  await renderForm();
  const honeypot = document.querySelector('[name=quill_north]')!;
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
  expect(honeypot.closest('[aria-hidden=true]')).not.toBeNull();
});

test('a password manager that fills in whatever can be edited is no bot', async () => {
  await renderForm();
  for (const field of getField('email').form!.querySelectorAll('input:not([readonly])'))
    fireEvent.input(field, { target: { value: 'eva@example.com' } });
  await advance(2_000);
  await send();
  expect(readBody(0)).toMatchObject({ email: 'eva@example.com', quill_north: '', fill_ms: 2000 });
});
