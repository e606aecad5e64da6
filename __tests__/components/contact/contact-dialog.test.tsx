import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ContactDialog } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { resetContactForm } from '@/components/page-script/reset-contact-form';
import { polyfillInvokers } from '@/components/page-script/polyfill-invokers';
import { errorMessages } from '@/lib/contact/messages';
import { contactCopy } from '@/lib/content/contact-en';

const post = jest.fn<Promise<Response>, [string, RequestInit]>();
const answer = (status: number, body: unknown) =>
  Promise.resolve({ status, json: () => Promise.resolve(body) } as Response);

// jsdom knows no invoker commands.
beforeAll(() => {
  resetContactForm();
  polyfillInvokers();
});

beforeEach(() => {
  post.mockReset();
  globalThis.fetch = post as unknown as typeof fetch;
  AbortSignal.timeout ??= () => new AbortController().signal;
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia;
});

function setup() {
  const user = userEvent.setup();
  render(
    <>
      <OpenContactButton from="hero">Get Started</OpenContactButton>
      <ContactDialog
        copy={contactCopy}
        messageMax={1000}
        mail="hello@example.com"
        successNotes={<p>No Commitment</p>}
      >
        <p>No Spam</p>
      </ContactDialog>
    </>,
  );
  const dialog = document.querySelector<HTMLDialogElement>('#contact-dialog')!;
  const form = {
    service: () => screen.getByLabelText('Service type'),
    email: () => screen.getByLabelText('Email address'),
    message: () => screen.getByLabelText('Message (optional)'),
    send: () => dialog.querySelector<HTMLButtonElement>('button[type=submit]')!,
  };
  const open = () => user.click(screen.getByRole('button', { name: 'Get Started' }));
  const fill = async (service = 'crm-integrations', email = 'a@b.cz') => {
    await user.selectOptions(form.service(), service);
    await user.type(form.email(), email);
  };
  return { user, dialog, form, open, fill };
}

test('a plain button commands the dialog', async () => {
  const { dialog, open } = setup();
  const opener = screen.getByRole('button', { name: 'Get Started' });
  expect(opener).toHaveAttribute('command', 'show-modal');
  expect(opener).toHaveAttribute('commandfor', 'contact-dialog');
  await open();
  expect(dialog.open).toBe(true);
  expect(screen.getByRole('dialog', { name: 'Get In Touch' })).toBe(dialog);
});

test('names every bad field under it and takes the focus to the first', async () => {
  const { user, form, open } = setup();
  await open();
  await user.click(form.send());
  await waitFor(() => expect(form.service()).toHaveFocus());
  expect(form.service()).toHaveAccessibleDescription('Please select a service type');
  expect(form.email()).toHaveAccessibleDescription('Email address is required');
  expect(form.email()).toHaveAttribute('aria-invalid', 'true');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(post).not.toHaveBeenCalled();

  await user.selectOptions(form.service(), 'other');
  expect(form.service()).toBeValid();
  await user.type(form.email(), 'no address');
  await user.click(form.send());
  await waitFor(() =>
    expect(form.email()).toHaveAccessibleDescription('Please enter a valid email address'),
  );
  expect(form.email()).toHaveFocus();
});

test('what a browser has filled in by itself is gone when it opens', async () => {
  const { form, open } = setup();
  (form.message() as HTMLTextAreaElement).value = 'What stood here before somebody went back';
  await open();
  expect(form.message()).toHaveValue('');
});

test('sends once, however often it is asked to, and cannot be closed meanwhile', async () => {
  const { user, dialog, form, open, fill } = setup();
  let settle = (_: Response) => {};
  post.mockReturnValue(new Promise((resolve) => (settle = resolve)));
  await open();
  await fill();
  await user.dblClick(form.send());
  await user.type(form.email(), '{Enter}');
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  expect(form.send()).toHaveTextContent('Sending...');
  expect(within(dialog).getByRole('button', { name: 'Close' })).toBeDisabled();
  expect(dialog).toHaveAttribute('closedby', 'none');
  const cancel = new Event('cancel', { cancelable: true });
  act(() => void dialog.dispatchEvent(cancel));
  expect(cancel.defaultPrevented).toBe(true);

  await act(async () => settle(await answer(201, { ok: true, service_type: 'crm-integrations' })));
  expect(post).toHaveBeenCalledTimes(1);
  const [url, request] = post.mock.calls[0]!;
  expect(url).toBe('/api/contact');
  expect(JSON.parse(String(request.body))).toEqual({
    service_type: 'crm-integrations',
    email: 'a@b.cz',
    message: null,
    quill_north: '',
    fill_ms: expect.any(Number),
    idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test('the time it took to fill begins when the dialog opens', async () => {
  const { user, form, open, fill } = setup();
  post.mockReturnValue(answer(201, { ok: true, service_type: 'other' }));
  const now = jest.spyOn(performance, 'now').mockReturnValue(60_000);
  await open();
  now.mockReturnValue(61_500);
  await fill();
  await user.click(form.send());
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  expect(JSON.parse(String(post.mock.calls[0]?.[1].body))).toMatchObject({ fill_ms: 1500 });
});

test.each([
  ['other', 'Custom Solution'],
  ['ai-customer-support', 'AI Customer Support'],
])('a sent request for %s is confirmed as %s, and Got it! ends it', async (service, label) => {
  const { user, dialog, form, open, fill } = setup();
  post.mockReturnValue(answer(201, { ok: true, service_type: service }));
  await open();
  await fill(service);
  await user.click(form.send());
  const success = await screen.findByRole('dialog', { name: 'Message Sent Successfully!' });
  expect(success).toHaveTextContent(label);
  expect(dialog.open).toBe(false);
  expect(form.email()).toHaveValue('');
  expect(success).toHaveTextContent('No Commitment');
  await user.click(screen.getByRole('button', { name: 'Got it!' }));
  await waitFor(() => expect(success).not.toHaveAttribute('open'));
  expect(success).toBeEmptyDOMElement();
});

test('a lost connection keeps what was typed, and says where else to write', async () => {
  const { user, form, open, fill } = setup();
  post.mockRejectedValue(new TypeError('Failed to fetch'));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open();
  await fill();
  await user.type(form.message(), 'Call me');
  await user.click(form.send());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(errorMessages.unavailable);
  expect(within(alert).getByRole('link', { name: 'hello@example.com' })).toHaveAttribute(
    'href',
    'mailto:hello@example.com',
  );
  expect(form.message()).toHaveValue('Call me');
  expect(form.email()).toHaveValue('a@b.cz');
});

test('a refusal is shown above the form; opening the dialog again forgets it', async () => {
  const { user, dialog, form, open, fill } = setup();
  post.mockReturnValue(
    answer(409, { ok: false, error: 'duplicate', message: errorMessages.duplicate }),
  );
  await open();
  await fill();
  await user.click(form.send());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(errorMessages.duplicate);
  expect(within(alert).queryByRole('link')).toBeNull();
  expect(alert.nextElementSibling).toBe(dialog.querySelector('form'));

  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(form.email()).toHaveValue('');
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Escape is free to close the dialog while nothing is being sent', async () => {
  const { dialog, open } = setup();
  await open();
  const cancel = new Event('cancel', { cancelable: true });
  act(() => void dialog.dispatchEvent(cancel));
  expect(cancel.defaultPrevented).toBe(false);
});

test('a click on the backdrop does not close the dialog', async () => {
  const { user, dialog, open, form } = setup();
  await open();
  await user.type(form.message(), 'Hello');
  await user.click(dialog);
  expect(dialog.open).toBe(true);
  expect(dialog).toHaveAttribute('closedby', 'closerequest');
  expect(form.message()).toHaveValue('Hello');
});

describe('a request that is stored after the dialog was closed', () => {
  const line = () =>
    screen.queryByText(
      'Message Sent Successfully! We have received your request for CRM Integrations.',
    );

  /** Fails to send after ten seconds and closes the dialog. `store` has the request stored then. */
  async function closeTooEarly() {
    const page = setup();
    let settle = (_: Response) => {};
    post.mockReturnValue(new Promise((resolve) => (settle = resolve)));
    await page.open();
    await page.fill();
    jest.useFakeTimers();
    await act(async () => page.dialog.querySelector('form')!.requestSubmit());
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    jest.useRealTimers();
    expect(screen.getByRole('alert')).toHaveTextContent(errorMessages.unavailable);
    await page.user.click(within(page.dialog).getByRole('button', { name: 'Close' }));
    expect(page.dialog.open).toBe(false);
    const store = () =>
      act(async () => settle(await answer(201, { ok: true, service_type: 'crm-integrations' })));
    return { ...page, store };
  }
  const success = () => document.querySelector<HTMLDialogElement>('#success-dialog');

  test('is told in a status of the page, until that is closed', async () => {
    const { user, dialog, store } = await closeTooEarly();
    const status = screen.getAllByRole('status').at(-1)!;
    expect(status).toBeEmptyDOMElement();
    expect(dialog).not.toContainElement(status);
    await store();
    expect(status).toContainElement(line());
    expect(success()?.open).toBe(false);
    expect(dialog.open).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Got it!' }));
    expect(status).toBeEmptyDOMElement();
  });

  test('is told once a dialog that was opened again is closed', async () => {
    const { dialog, form, open, user, store } = await closeTooEarly();
    await open();
    await store();
    expect(dialog.open).toBe(true);
    expect(success()?.open).toBe(false);
    expect(line()).toBeNull();
    await user.type(form.message(), 'Another request');
    expect(form.message()).toHaveValue('Another request');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(line()).toBeVisible();
  });

  test('takes nothing away that is being typed', async () => {
    const { dialog, form, open, user, store } = await closeTooEarly();
    await open();
    await user.type(form.message(), 'Half a sen');
    await store();
    expect(dialog.open).toBe(true);
    expect(success()?.open).toBe(false);
    expect(form.message()).toHaveValue('Half a sen');
  });
});

const withMenu = (
  <>
    <button popoverTarget="site-menu">Menu</button>
    <ContactDialog copy={contactCopy} messageMax={1000} mail="a@b.cz" successNotes={null}>
      {null}
    </ContactDialog>
    <button>Elsewhere</button>
  </>
);

test('where the opener went with its menu, the focus goes to the menu’s button', async () => {
  const user = userEvent.setup();
  render(withMenu);
  const dialog = document.querySelector<HTMLDialogElement>('#contact-dialog')!;
  act(() => dialog.showModal());
  act(() => dialog.close());
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();

  act(() => dialog.showModal());
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  act(() => dialog.close());
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

test('when another dialog has opened, the focus is left to it', () => {
  render(
    <>
      {withMenu}
      <dialog open />
    </>,
  );
  const dialog = document.querySelector<HTMLDialogElement>('#contact-dialog')!;
  act(() => dialog.showModal());
  act(() => dialog.close());
  expect(document.body).toHaveFocus();
});

test('the success dialog gives the focus back to the menu’s button too', () => {
  render(withMenu);
  const success = document.querySelector<HTMLDialogElement>('#success-dialog')!;
  act(() => success.showModal());
  act(() => success.close());
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();
});
