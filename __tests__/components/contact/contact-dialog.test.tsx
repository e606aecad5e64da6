import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ContactDialog, restoreFocus } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { prepareContactForm } from '@/components/page-script/contact-form';
import { invokeCommands } from '@/components/page-script/controls';
import { contactCopyEn, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { contactMail } from '@/lib/content/site';

const post = jest.fn<Promise<Response>, [string, RequestInit]>();
const createAnswer = (status: number, body: unknown) =>
  Promise.resolve({ status, json: () => Promise.resolve(body) } as Response);

// jsdom knows no invoker commands.
beforeAll(() => {
  prepareContactForm();
  invokeCommands();
});

beforeEach(() => {
  post.mockReset();
  globalThis.fetch = post as unknown as typeof fetch;
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia;
});

const getDialog = () => document.querySelector<HTMLDialogElement>('#contact-dialog')!;
const getEmailField = () => screen.getByLabelText(contactCopyEn.fields.email.label);
const getMessageField = () => screen.getByLabelText(contactCopyEn.fields.message.label);
// By text, because jsdom is slow to find roles in hidden elements.
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));
const close = () =>
  act(async () => void fireEvent.click(within(getDialog()).getByLabelText(contactCopyEn.close)));
const openDialog = () => press('Get Started');
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const fill = (service = 'crm-integrations') => {
  fireEvent.change(screen.getByLabelText(contactCopyEn.fields.service_type.label), {
    target: { value: service },
  });
  type(getEmailField(), 'a@b.cz');
};
const send = () => press(contactCopyEn.submit);

/** Renders the page and opens its dialog. */
async function renderOpenDialog() {
  render(
    <>
      <OpenContactButton from="hero">Get Started</OpenContactButton>
      <ContactDialog />
    </>,
  );
  await openDialog();
}

test('the opener has the invoker attributes of the dialog', async () => {
  await renderOpenDialog();
  const opener = screen.getByRole('button', { name: 'Get Started' });
  expect(opener).toHaveAttribute('command', 'show-modal');
  expect(opener).toHaveAttribute('commandfor', 'contact-dialog');
  expect(screen.getByRole('dialog', { name: contactCopyEn.title })).toBe(getDialog());
});

test('a field that was left just before closing shows no error in the next form', async () => {
  await renderOpenDialog();
  type(getEmailField(), 'a');
  type(getEmailField(), '');
  fireEvent.blur(getEmailField());
  await close();
  await openDialog();
  await act(() => import('@/lib/contact/schema'));
  expect(getEmailField()).not.toHaveAttribute('aria-invalid');
});

test('does not send an empty form, and shows the errors', async () => {
  await renderOpenDialog();
  await send();
  expect(screen.getByLabelText(contactCopyEn.fields.service_type.label)).toHaveFocus();
  expect(getEmailField()).toHaveAccessibleDescription(fieldErrorsEn.email_required);
  expect(post).not.toHaveBeenCalled();
});

/** Returns whether Escape may close the dialog. */
const isEscapeAllowed = () => {
  const cancel = new Event('cancel', { cancelable: true });
  act(() => void getDialog().dispatchEvent(cancel));
  return !cancel.defaultPrevented;
};

test('sends once despite repeated submits, and stays open meanwhile', async () => {
  await renderOpenDialog();
  let settle = (_: Response) => {};
  post.mockReturnValue(new Promise((resolve) => (settle = resolve)));
  fill();
  expect(isEscapeAllowed()).toBe(true);
  expect(getDialog()).toHaveAttribute('closedby', 'closerequest');
  const form = getDialog().querySelector('form')!;
  await act(async () => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await press(contactCopyEn.submitting);
  expect(post).toHaveBeenCalledTimes(1);
  expect(within(getDialog()).getByRole('button', { name: contactCopyEn.close })).toBeDisabled();
  expect(getDialog()).toHaveAttribute('closedby', 'none');
  expect(isEscapeAllowed()).toBe(false);

  await act(async () =>
    settle(await createAnswer(201, { ok: true, service_type: 'crm-integrations' })),
  );
  expect(post).toHaveBeenCalledTimes(1);
  const [url, request] = post.mock.calls[0]!;
  expect(url).toBe('/api/contact');
  expect(JSON.parse(String(request.body))).toMatchObject({
    service_type: 'crm-integrations',
    email: 'a@b.cz',
    message: null,
    quill_north: '',
    fill_ms: expect.any(Number),
    idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
    source: '',
  });
});

test.each([
  ['other', servicesEn.other.name],
  ['ai-customer-support', servicesEn['ai-customer-support'].name],
])('confirms a request for %s as %s, and closes with Got it!', async (service, label) => {
  await renderOpenDialog();
  post.mockReturnValue(createAnswer(201, { ok: true, service_type: service }));
  fill(service);
  await send();
  const success = await screen.findByRole('dialog', { name: contactCopyEn.success.title });
  expect(success).toHaveTextContent(label);
  expect(getDialog().open).toBe(false);
  expect(getEmailField()).toHaveValue('');
  for (const { text } of contactCopyEn.success.notes) expect(success).toHaveTextContent(text);
  await press(contactCopyEn.success.close);
  await waitFor(() => expect(success).not.toHaveAttribute('open'));
  expect(success).toBeEmptyDOMElement();
});

test('keeps the typed values after a failure, and clears both on reopening', async () => {
  await renderOpenDialog();
  post.mockRejectedValue(new TypeError('Failed to fetch'));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fill();
  type(getMessageField(), 'Call me');
  await send();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(errorsEn.unavailable);
  expect(within(alert).getByRole('link', { name: contactMail })).toBeVisible();
  expect(getMessageField()).toHaveValue('Call me');
  expect(getEmailField()).toHaveValue('a@b.cz');
  await close();
  expect(getEmailField()).toHaveValue('');
  await openDialog();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a click on the backdrop does not close the dialog', async () => {
  await renderOpenDialog();
  type(getMessageField(), 'Hello');
  await act(async () => void fireEvent.click(getDialog()));
  expect(getDialog().open).toBe(true);
  expect(getMessageField()).toHaveValue('Hello');
});

describe('a request that is stored after the dialog was closed', () => {
  const findStatusLine = () =>
    screen.queryByText(
      `${contactCopyEn.success.title} ${contactCopyEn.success.before}` +
        `${servicesEn['crm-integrations'].name}${contactCopyEn.success.after}`,
    );
  const findSuccessDialog = () => document.querySelector<HTMLDialogElement>('#success-dialog');
  /** Answers that the request was stored. */
  let store: () => Promise<void>;

  /** Fails to send after ten seconds and closes the dialog. */
  beforeEach(async () => {
    jest.useFakeTimers();
    let settle = (_: Response) => {};
    post.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    await renderOpenDialog();
    fill();
    await send();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('alert')).toHaveTextContent(errorsEn.unavailable);
    await close();
    expect(getDialog().open).toBe(false);
    store = () =>
      act(async () =>
        settle(await createAnswer(201, { ok: true, service_type: 'crm-integrations' })),
      );
  });

  test('is shown in a status line until the line is closed', async () => {
    const status = screen.getAllByRole('status').at(-1)!;
    expect(status).toBeEmptyDOMElement();
    expect(getDialog()).not.toContainElement(status);
    await store();
    expect(status).toContainElement(findStatusLine());
    expect(findSuccessDialog()?.open).toBe(false);
    expect(getDialog().open).toBe(false);
    await press(contactCopyEn.success.close);
    expect(status).toBeEmptyDOMElement();
  });

  test('is confirmed after a reopened dialog is closed', async () => {
    await openDialog();
    await store();
    expect(getDialog().open).toBe(true);
    expect(findSuccessDialog()?.open).toBe(false);
    expect(findStatusLine()).toBeNull();
    type(getMessageField(), 'Another request');
    expect(getMessageField()).toHaveValue('Another request');
    await close();
    expect(findStatusLine()).toBeVisible();
  });

  test('does not clear a newly typed form', async () => {
    await openDialog();
    type(getMessageField(), 'Half a sen');
    await store();
    expect(getDialog().open).toBe(true);
    expect(findSuccessDialog()?.open).toBe(false);
    expect(getMessageField()).toHaveValue('Half a sen');
  });
});

describe('the focus', () => {
  const createPage = (more?: ReactNode) =>
    render(
      <>
        <button popoverTarget="site-menu">Menu</button>
        <ContactDialog />
        <button>Elsewhere</button>
        {more}
      </>,
    );
  const getMenuButton = () => screen.getByRole('button', { name: 'Menu' });
  const openAndClose = (id: string, focusOn?: HTMLElement) => {
    const openedDialog = document.querySelector<HTMLDialogElement>(id)!;
    act(() => openedDialog.showModal());
    focusOn?.focus();
    act(() => openedDialog.close());
  };

  test.each(['#contact-dialog', '#success-dialog'])(
    'goes to the menu button if the opener of %s was in the menu',
    (id) => {
      createPage();
      openAndClose(id);
      expect(getMenuButton()).toHaveFocus();
      const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
      openAndClose(id, elsewhere);
      expect(elsewhere).toHaveFocus();
    },
  );

  test('moves without scrolling: the header of a phone held sideways is not sticky', () => {
    createPage();
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    openAndClose('#contact-dialog');
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  });

  test('is left to another dialog that has opened', () => {
    createPage(<dialog open />);
    openAndClose('#contact-dialog');
    expect(document.body).toHaveFocus();
  });

  test.each([
    ['inside a closed dialog goes to the menu’s button', '', 'menu'],
    ['inside an open dialog stays there', 'open', 'inside'],
  ])('%s', (_, opened, focused) => {
    document.body.innerHTML = `<button popovertarget="site-menu" id="menu"></button>
      <dialog ${opened}><button id="inside"></button></dialog>`;
    document.getElementById('inside')?.focus();
    restoreFocus();
    expect(document.activeElement?.id).toBe(focused);
  });

  test('stays where it is on a page without a menu', () => {
    document.body.innerHTML = '<dialog><button id="behind"></button></dialog>';
    document.getElementById('behind')?.focus();
    restoreFocus();
    expect(document.activeElement?.id).toBe('behind');
  });
});
