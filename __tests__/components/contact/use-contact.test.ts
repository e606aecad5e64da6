import { act, renderHook } from '@testing-library/react';
import { buildForm, writeControls } from '@/__tests__/support/contact-form';
import { useContact } from '@/components/contact/use-contact';
import { NETWORK_ERROR, type SubmitResult } from '@/lib/contact/submit';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';

const post = jest.fn<Promise<Response>, [string, RequestInit]>();
const stored: SubmitResult = { ok: true, service_type: 'other', booking_url: undefined };
const untouched = { isSending: false, fields: {}, hint: null, failure: null };
const failed: SubmitResult = { ok: false, error: 'internal', message: 'Our fault.' };
const fields = { email: fieldErrorsEn.email_invalid };
const refused: SubmitResult = { ok: false, error: 'invalid', message: errorsEn.invalid, fields };

const createAnswer = (result: unknown) => ({ json: async () => result }) as Response;
const answer = (result: SubmitResult) => post.mockImplementation(async () => createAnswer(result));
const readBody = (call: number) =>
  JSON.parse(String(post.mock.calls[call]?.[1].body)) as Record<string, unknown>;
let form: HTMLFormElement;
const getField = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;

beforeEach(() => {
  post.mockReset();
  answer(stored);
  globalThis.fetch = post as unknown as typeof fetch;
  form = document.createElement('form');
  form.innerHTML =
    writeControls(buildForm({ email: 'a@b.cz' })) +
    '<input name="quill_north"><input name="source" value="b.example">';
});
afterEach(() => Reflect.deleteProperty(window, 'sendCount'));

function renderContact() {
  const { result, unmount } = renderHook(() => useContact());
  const send = () => act(() => result.current.send(form));
  const getState = () => result.current.state;
  const getSuccess = () => result.current.success;
  return { getContact: () => result.current, getState, getSuccess, send, unmount };
}

/** Makes the next request wait. Returns a function that answers it. */
function holdRequest() {
  let settle = (_: Response) => {};
  post.mockReturnValueOnce(new Promise((resolve) => (settle = resolve)));
  return (result: SubmitResult) => act(async () => settle(createAnswer(result)));
}

test('submits the form as filled in, counts it, and reports the service', async () => {
  const sendCount = jest.fn();
  window.sendCount = sendCount;
  window.contactOpenedAt = 60_000;
  jest.spyOn(performance, 'now').mockReturnValue(61_500.4);
  getField('quill_north').value = 'https://example.com';
  const { getContact, getState, getSuccess, send } = renderContact();
  expect(getState()).toEqual(untouched);
  act(() => getContact().handleEdit('email'));
  expect(sendCount.mock.calls).toEqual([['form_typed']]);
  answer(failed);
  await send();
  expect(sendCount.mock.calls.flat()).toEqual(['form_typed', 'form_sent']);
  answer(stored);
  await send();
  expect(sendCount.mock.calls.flat()).toEqual(['form_typed', 'form_sent', 'request_stored']);
  expect(readBody(0)).toEqual({
    ...buildForm({ email: 'a@b.cz' }),
    idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
    fill_ms: 1500,
    quill_north: 'https://example.com',
    source: 'b.example',
  });
  expect(getSuccess()).toEqual(stored);
  expect(getState()).toEqual(untouched);
});

test('is locked while a request is sent, and typing does not stop the request', async () => {
  const { getContact, getState, send } = renderContact();
  const settle = holdRequest();
  await act(async () => void getContact().send(form));
  await send();
  act(() => getContact().handleClose());
  act(() => getContact().handleEdit('message'));
  expect(getState()).toEqual({ ...untouched, isSending: true });
  expect(post).toHaveBeenCalledTimes(1);
  await settle(stored);
  expect(getContact().lateSuccess).toEqual(stored);
  await send();
  expect(post).toHaveBeenCalledTimes(2);
});

test.each([
  ['sent again unchanged after a failure it is the same request', failed, null, true],
  ['with another service it is another request', failed, 'service_type', false],
  ['with another address it is another request', failed, 'email', false],
  ['with another message it is another request', failed, 'message', false],
  ['the same words after a success are another request', stored, null, false],
])('%s', async (_, result, changed, hasSameKey) => {
  const { send } = renderContact();
  answer(result);
  await send();
  if (changed === 'service_type') getField(changed).value = 'crm-integrations';
  else if (changed) getField(changed).value = 'b@b.cz';
  await send();
  expect(readBody(1).idempotency_key === readBody(0).idempotency_key).toBe(hasSameKey);
});

test.each<[string, SubmitResult, object]>([
  [
    'a failure without fields shows its message and our mail address',
    failed,
    { failure: { message: 'Our fault.', offerMail: true } },
  ],
  [
    'a failure with named fields shows only the messages of the fields',
    refused,
    { fields, failure: { message: null, offerMail: false } },
  ],
  [
    'a refusal without named fields shows its message',
    { ...refused, fields: {} },
    { failure: { message: errorsEn.invalid, offerMail: false } },
  ],
  [
    'an address that the database refuses is also shown in the alert',
    { ...refused, message: errorsEn.email_refused },
    {
      fields,
      failure: { message: errorsEn.email_refused, offerMail: false },
    },
  ],
])('%s', async (_, result, told) => {
  const { getState, getSuccess, send } = renderContact();
  answer(result);
  await send();
  expect(getState()).toEqual({ ...untouched, ...told });
  expect(getSuccess()).toBeNull();
});

test('reports the same failure as a new one, and clears it when the form is reopened', async () => {
  const { getContact, getState, send } = renderContact();
  answer(refused);
  await send();
  const first = getState().failure;
  await send();
  expect(getState().failure).toEqual(first);
  expect(getState().failure).not.toBe(first);
  act(() => getContact().handleClose());
  expect(getState()).toEqual(untouched);
});

test('editing a refused field removes only its own error', async () => {
  const { getContact, getState, send } = renderContact();
  const both = { ...fields, message: fieldErrorsEn.message_not_text };
  answer({ ...refused, fields: both });
  await send();
  const { failure } = getState();
  act(() => getContact().handleEdit('email'));
  expect(getState().failure).toBe(failure);
  expect(getState()).toMatchObject({ fields: { message: both.message } });
  expect(getState()).not.toHaveProperty('fields.email', fields.email);
});

test('editing a field without an error changes nothing at all', async () => {
  const { getContact, send } = renderContact();
  const idle = getContact().state;
  act(() => getContact().handleEdit('email'));
  expect(getContact().state).toBe(idle);
  answer(refused);
  await send();
  const shown = getContact().state;
  act(() => getContact().handleEdit('message'));
  expect(getContact().state).toBe(shown);
});

/** Nothing was answered in ten seconds. */
describe('a request that takes longer', () => {
  let settle: ReturnType<typeof holdRequest>;
  const failure = { message: NETWORK_ERROR.message, offerMail: true };

  async function startSlowSubmit() {
    const contact = renderContact();
    settle = holdRequest();
    await act(async () => void contact.getContact().send(form));
    await act(() => jest.advanceTimersByTimeAsync(9_999));
    expect(contact.getState()).toEqual({ ...untouched, isSending: true });
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(contact.getState()).toEqual({ ...untouched, failure });
    return contact;
  }

  beforeEach(() => jest.useFakeTimers());

  test('unlocks the dialog, and its success is late if the dialog was closed', async () => {
    const { getContact, getState, getSuccess } = await startSlowSubmit();
    act(() => getContact().handleClose());
    await settle(stored);
    expect(getContact().lateSuccess).toEqual(stored);
    expect([getState(), getSuccess()]).toEqual([untouched, null]);
  });

  test('is confirmed apart from one sent in the dialog that was opened again', async () => {
    const { getContact, getSuccess, send } = await startSlowSubmit();
    act(() => getContact().handleClose());
    const dialog = document.createElement('dialog');
    dialog.open = true;
    dialog.append(form);
    await settle(stored);
    const second: SubmitResult = { ...stored, service_type: 'crm-integrations' };
    answer(second);
    await send();
    await act(async () => dialog.close());
    expect([getSuccess(), getContact().lateSuccess]).toEqual([second, stored]);
    act(() => getContact().dismissSuccess());
    expect([getSuccess(), getContact().lateSuccess]).toEqual([null, stored]);
    act(() => getContact().dismissLateSuccess());
    expect(getContact().lateSuccess).toBeNull();
  });

  test('is not late in a dialog that stayed open', async () => {
    const { getSuccess } = await startSlowSubmit();
    await settle(stored);
    expect(getSuccess()).toEqual(stored);
  });

  test('keeps its retries when the form leaves the page', async () => {
    const { unmount } = await startSlowSubmit();
    unmount();
    await settle(NETWORK_ERROR);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(post).toHaveBeenCalledTimes(2);
  });

  test('reports a final failure once', async () => {
    const { getState } = await startSlowSubmit();
    await settle(failed);
    expect(getState()).toEqual({ ...untouched, failure });
  });

  test('is abandoned once something else is typed', async () => {
    const { getContact, getState, getSuccess } = await startSlowSubmit();
    act(() => getContact().handleEdit('message'));
    await settle(stored);
    expect(getSuccess()).toBeNull();
    expect(getState()).toEqual({ ...untouched, failure });
  });

  test('can be sent again as the same request, which alone counts', async () => {
    const { getSuccess, send } = await startSlowSubmit();
    await send();
    expect(readBody(1).idempotency_key).toBe(readBody(0).idempotency_key);
    expect(getSuccess()).toEqual(stored);
    await settle({ ...stored, service_type: 'crm-integrations' });
    expect(getSuccess()).toEqual(stored);
  });
});

describe('a field that is left', () => {
  function typeEmail(value: string, wasEdited = true) {
    const contact = renderContact();
    getField('email').value = value;
    if (wasEdited) act(() => contact.getContact().handleEdit('email'));
    return contact;
  }
  async function leaveField(...typed: Parameters<typeof typeEmail>) {
    const contact = typeEmail(...typed);
    await act(() => contact.getContact().handleFieldBlur('email', form));
    return contact;
  }

  test('shows its error if it was filled in', async () => {
    const { getState } = await leaveField('eva@');
    expect(getState()).toEqual({ ...untouched, fields });
  });

  test.each([
    ['was not filled in', '', false],
    ['was filled in before React ran and is fine', 'eva@firma.cz', false],
    ['is fine', 'eva@firma.cz', true],
  ])('shows no error if it %s', async (_, value, wasEdited) => {
    const { getState } = await leaveField(value, wasEdited);
    expect(getState()).toEqual(untouched);
  });

  test('shows its error if it was filled in before React ran', async () => {
    const { getState } = await leaveField('eva@', false);
    expect(getState()).toEqual({ ...untouched, fields });
  });

  test('shows no error if the form was closed and emptied meanwhile', async () => {
    const { getContact, getState } = typeEmail('eva@', false);
    await act(async () => {
      const leaving = getContact().handleFieldBlur('email', form);
      getField('email').value = '';
      getContact().handleClose();
      await leaving;
    });
    expect(getState()).toEqual(untouched);
  });

  test('suggests an address until it is edited', async () => {
    const { getContact, getState } = await leaveField('eva@gmial.com');
    expect(getState()).toEqual({ ...untouched, hint: 'eva@gmail.com' });
    act(() => getContact().handleEdit('email'));
    expect(getState()).toEqual(untouched);
  });

  test('keeps its suggestion when another field is left', async () => {
    const { getContact, getState } = await leaveField('eva@gmial.com');
    act(() => getContact().handleEdit('message'));
    await act(() => getContact().handleFieldBlur('message', form));
    expect(getState()).toMatchObject({ hint: 'eva@gmail.com' });
  });

  test('shows its error only when the press that left it is over', async () => {
    const { getContact, getState } = typeEmail('eva@');
    const duringThePress: unknown[] = [];
    jest.spyOn(form, 'matches').mockImplementation((what) => {
      duringThePress.push(getState());
      return what === ':active' && duringThePress.length < 3;
    });
    await act(() => getContact().handleFieldBlur('email', form));
    expect(duringThePress).toEqual([untouched, untouched, untouched]);
    expect(getState()).toEqual({ ...untouched, fields });
  });

  test('suggests nothing if the form was sent meanwhile', async () => {
    const { getContact, getState } = typeEmail('eva@gmial.com');
    holdRequest();
    await act(async () => {
      const leaving = getContact().handleFieldBlur('email', form);
      void getContact().send(form);
      await leaving;
    });
    expect(getState()).toEqual({ ...untouched, isSending: true });
  });

  test('ignores a check result if the field changed meanwhile', async () => {
    const { getContact, getState } = typeEmail('eva@');
    await act(async () => {
      const leaving = getContact().handleFieldBlur('email', form);
      getField('email').value = 'eva@firma.cz';
      await leaving;
    });
    expect(getState()).toEqual(untouched);
  });
});
