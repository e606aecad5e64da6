import { act, renderHook } from '@testing-library/react';
import { useContact } from '@/components/contact/use-contact';
import { submitContact, type SubmitResult } from '@/lib/contact/submit';
import { count } from '@/lib/funnel/count';

jest.mock('@/lib/contact/submit', () => ({
  ...jest.requireActual('@/lib/contact/submit'),
  submitContact: jest.fn(),
}));
jest.mock('@/lib/funnel/count', () => ({ count: jest.fn() }));
const submit = jest.mocked(submitContact);
const counted = () => jest.mocked(count).mock.calls.flat();

const sent: SubmitResult = { ok: true, serviceType: 'other' };
const failed: SubmitResult = {
  ok: false,
  error: 'unavailable',
  message: 'No network.',
  fields: {},
};
const fields = { email: 'Please enter a valid email address' };
const refused: SubmitResult = { ok: false, error: 'invalid', message: 'Check it.', fields };

const onSent = jest.fn();
const key = (call: number) => submit.mock.calls[call]?.[1].key;
let form: HTMLFormElement;

beforeEach(() => {
  submit.mockReset().mockResolvedValue(sent);
  onSent.mockReset();
  jest.mocked(count).mockClear();
  form = document.createElement('form');
  form.innerHTML = `
    <input name="service_type" value="other"><input name="email" value="a@b.cz">
    <textarea name="message">Hello</textarea><input name="quill_north" value="">`;
});

function setup() {
  const { result } = renderHook(() => useContact(onSent));
  const send = (which = form) => act(() => result.current.send(which));
  return { contact: () => result.current, state: () => result.current.state, send };
}

test('a form is sent as it was filled, and the service is told', async () => {
  const { state, send } = setup();
  expect(state()).toEqual({ status: 'idle' });
  await send();
  expect(submit).toHaveBeenCalledWith(
    { service_type: 'other', email: 'a@b.cz', message: 'Hello' },
    { key: expect.stringMatching(/^[\da-f-]{36}$/), ms: expect.any(Number), honeypot: '' },
  );
  expect(onSent).toHaveBeenCalledWith('other');
  expect(state()).toEqual({ status: 'idle' });
});

test('what was typed, sent and stored is counted, and none of the contents', async () => {
  const { contact, send } = setup();
  act(() => contact().edit('email'));
  expect(counted()).toEqual(['form_typed']);
  submit.mockResolvedValueOnce(failed);
  await send();
  expect(counted()).toEqual(['form_typed', 'form_sent']);
  await send();
  expect(counted()).toEqual(['form_typed', 'form_sent', 'form_sent', 'request_stored']);
});

test('a field that is missing or holds a file is sent as empty text', async () => {
  const { send } = setup();
  const other = document.createElement('form');
  other.innerHTML = '<input type="file" name="message">';
  await send(other);
  expect(submit).toHaveBeenCalledWith(
    { service_type: '', email: '', message: '' },
    expect.objectContaining({ honeypot: '' }),
  );
});

test('what a program wrote into the honeypot goes along', async () => {
  const { send } = setup();
  form.querySelector<HTMLInputElement>('[name=quill_north]')!.value = 'https://example.com';
  await send();
  expect(submit.mock.calls[0]?.[1]).toMatchObject({ honeypot: 'https://example.com' });
});

test('the time to fill a form begins anew with each opening', async () => {
  const { contact, send } = setup();
  const now = jest.spyOn(performance, 'now').mockReturnValue(60_000);
  act(() => contact().reset());
  now.mockReturnValue(61_500);
  await send();
  expect(submit.mock.calls[0]?.[1]).toMatchObject({ ms: 1500 });
});

test('while one request is on its way a second is ignored, and opening anew changes nothing', async () => {
  const { contact, state } = setup();
  let settle = (_: SubmitResult) => {};
  submit.mockReturnValue(new Promise((resolve) => (settle = resolve)));
  await act(async () => void contact().send(form));
  expect(state()).toEqual({ status: 'sending' });
  await act(() => contact().send(form));
  act(() => contact().reset());
  expect(state()).toEqual({ status: 'sending' });
  expect(submit).toHaveBeenCalledTimes(1);

  await act(async () => settle(sent));
  expect(onSent).toHaveBeenCalledTimes(1);
  await act(() => contact().send(form));
  expect(submit).toHaveBeenCalledTimes(2);
});

test('sent again unchanged after a failure it is the same request', async () => {
  const { send } = setup();
  submit.mockResolvedValue(failed);
  await send();
  await send();
  expect(key(0)).toBeTruthy();
  expect(key(1)).toBe(key(0));
});

test.each(['service_type', 'email', 'message'])(
  'with another %s it is another request',
  async (name) => {
    const { send } = setup();
    submit.mockResolvedValue(failed);
    await send();
    form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = 'crm-integrations';
    await send();
    expect(key(1)).not.toBe(key(0));
  },
);

test('the same words after a success are another request', async () => {
  const { send } = setup();
  await send();
  await send();
  expect(onSent).toHaveBeenCalledTimes(2);
  expect(key(1)).not.toBe(key(0));
});

test('a failure of the whole is told in its sentence, with an address to write to', async () => {
  const { state, send } = setup();
  submit.mockResolvedValue(failed);
  await send();
  expect(state()).toEqual({
    status: 'failed',
    attempt: 1,
    message: 'No network.',
    fields: {},
    offerMail: true,
  });
  expect(onSent).not.toHaveBeenCalled();
});

test('where fields are named, they speak for themselves', async () => {
  const { state, send } = setup();
  submit.mockResolvedValue(refused);
  await send();
  expect(state()).toEqual({
    status: 'failed',
    attempt: 1,
    message: null,
    fields,
    offerMail: false,
  });
});

test('the same failure twice is counted twice', async () => {
  const { state, send } = setup();
  submit.mockResolvedValue(refused);
  await send();
  await send();
  expect(state()).toMatchObject({ attempt: 2 });
});

test('editing a refused field takes its error away and leaves the others', async () => {
  const { contact, state, send } = setup();
  const both = { ...fields, message: 'Message must be text' };
  submit.mockResolvedValue({ ...refused, fields: both });
  await send();
  act(() => contact().edit('email'));
  expect(state()).toMatchObject({
    status: 'failed',
    attempt: 1,
    fields: { message: both.message },
  });
  expect(state()).not.toHaveProperty('fields.email', fields.email);
});

test('editing a field without an error changes nothing at all', async () => {
  const { contact, state, send } = setup();
  const idle = state();
  act(() => contact().edit('email'));
  expect(state()).toBe(idle);
  submit.mockResolvedValue(refused);
  await send();
  const before = state();
  act(() => contact().edit('message'));
  expect(state()).toBe(before);
});

test('opening anew forgets a failure', async () => {
  const { contact, state, send } = setup();
  submit.mockResolvedValue(refused);
  await send();
  act(() => contact().reset());
  expect(state()).toEqual({ status: 'idle' });
});
