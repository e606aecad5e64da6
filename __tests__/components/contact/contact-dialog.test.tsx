import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ContactDialog } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { early } from '@/components/early/early';
import { errorMessages } from '@/lib/contact/messages';
import { contactCopy } from '@/lib/content/contact-en';

const post = jest.fn<Promise<Response>, [string, RequestInit]>();
const answer = (status: number, body: unknown) =>
  Promise.resolve({ status, json: () => Promise.resolve(body) } as Response);

// jsdom knows no invoker commands; the early script obeys them.
beforeAll(early);

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
      <OpenContactButton>Get Started</OpenContactButton>
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

test('the form posts by itself where no script runs', () => {
  const { dialog } = setup();
  const form = dialog.querySelector('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/contact');
  expect(within(dialog).queryAllByRole('option', { hidden: true })).toHaveLength(5);
});

test('names every bad field under it and takes the focus to the first', async () => {
  const { user, form, open } = setup();
  await open();
  await user.click(form.send());
  await waitFor(() => expect(form.service()).toHaveFocus());
  expect(form.service()).toHaveAccessibleDescription('Please select a service type');
  expect(form.email()).toHaveAccessibleDescription('Email address is required');
  expect(form.email()).toBeInvalid();
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

test('counts the message, speaks near the limit only, and cuts nothing', async () => {
  const { user, form, open } = setup();
  await open();
  await user.type(form.message(), 'Hello');
  expect(screen.getByText('5/1000 characters')).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await user.clear(form.message());
  await user.click(form.message());
  await user.paste('x'.repeat(1001));
  expect(screen.getByRole('status')).toHaveTextContent('1001/1000 characters');
  expect(form.message()).toHaveValue('x'.repeat(1001));
  await user.click(form.send());
  await waitFor(() =>
    expect(form.message()).toHaveAccessibleDescription(/Message must be at most 1000 characters/),
  );
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

const key = (call: number) =>
  (JSON.parse(String(post.mock.calls[call]?.[1].body)) as { idempotency_key: string })
    .idempotency_key;

test('sent again unchanged it is the same request, changed it is another one', async () => {
  const { user, form, open, fill } = setup();
  post.mockReturnValue(answer(500, { ok: false, error: 'internal', message: 'No.' }));
  await open();
  await fill();
  for (let sent = 1; sent <= 2; sent += 1) {
    await user.click(form.send());
    await waitFor(() => expect(post).toHaveBeenCalledTimes(sent));
    await waitFor(() => expect(form.send()).toHaveTextContent('Send Message'));
  }
  expect(key(1)).toBe(key(0));
  await user.type(form.message(), 'More');
  post.mockReturnValue(answer(201, { ok: true, service_type: 'other' }));
  await user.click(form.send());
  await waitFor(() => expect(post).toHaveBeenCalledTimes(3));
  expect(key(2)).not.toBe(key(0));
});

test('the field for programs cannot be seen, heard or reached', () => {
  const { dialog } = setup();
  const trap = dialog.querySelector('input[name=quill_north]');
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(trap).toHaveAttribute('autocomplete', 'off');
  expect(trap?.closest('[aria-hidden=true]')).toHaveClass('sr-only');
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
  await user.click(screen.getByRole('button', { name: 'Got it!' }));
  await waitFor(() => expect(success).not.toHaveAttribute('open'));
  expect(success).toBeEmptyDOMElement();
});

test('Got it! fades for 300 ms where motion is welcome', async () => {
  const { user, form, open, fill } = setup();
  window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
  post.mockReturnValue(answer(201, { ok: true, service_type: 'other' }));
  await open();
  await fill();
  await user.click(form.send());
  const success = await screen.findByRole('dialog', { name: 'Message Sent Successfully!' });
  const started = Date.now();
  await user.click(screen.getByRole('button', { name: 'Got it!' }));
  expect(success).toHaveAttribute('data-closing');
  expect(success).toHaveAttribute('open');
  await waitFor(() => expect(success).not.toHaveAttribute('open'));
  expect(Date.now() - started).toBeGreaterThanOrEqual(295);
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

test('a refusal is shown above the form; opening the dialog anew forgets it', async () => {
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
  expect(alert.compareDocumentPosition(form.service())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(form.email()).toHaveValue('');
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('fields refused by the server stand under their fields', async () => {
  const { user, form, open, fill } = setup();
  const fields = { email: 'Please enter a valid email address' };
  post.mockReturnValue(answer(422, { ok: false, error: 'invalid', message: 'No.', fields }));
  await open();
  await fill();
  await user.click(form.send());
  await waitFor(() => expect(form.email()).toHaveFocus());
  expect(form.email()).toHaveAccessibleDescription(fields.email);
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

test('where the opener went with its menu, the focus goes to the menu’s button', async () => {
  const user = userEvent.setup();
  render(
    <>
      <button popoverTarget="site-menu">Menu</button>
      <ContactDialog copy={contactCopy} messageMax={1000} mail="a@b.cz" successNotes={null}>
        {null}
      </ContactDialog>
      <button>Elsewhere</button>
    </>,
  );
  const dialog = document.querySelector<HTMLDialogElement>('#contact-dialog')!;
  act(() => dialog.showModal());
  act(() => dialog.close());
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();

  act(() => dialog.showModal());
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  act(() => dialog.close());
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});
