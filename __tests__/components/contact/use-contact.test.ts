import { act, renderHook } from '@testing-library/react';
import { buildForm, EMPTY_FORM, writeControls } from '@/__tests__/support/contact-form';
import { useContact } from '@/components/contact/use-contact';
import { NETWORK_ERROR, submitContact, type SubmitResult } from '@/lib/contact/submit';
import { countEvent } from '@/lib/analytics/count';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';

jest.mock('@/lib/contact/submit', () => ({
  ...jest.requireActual('@/lib/contact/submit'),
  submitContact: jest.fn(),
}));
jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));
const mockSubmitContact = jest.mocked(submitContact);
const listCountedEvents = () => jest.mocked(countEvent).mock.calls.flat();
const countStored = () => listCountedEvents().filter((name) => name === 'request_stored').length;

const sent: SubmitResult = { ok: true, service_type: 'other', booking_url: undefined };
const confirmed = { ...sent, isLate: false };
const untouched = { isSending: false, fields: {}, hint: null, failure: null };
const failed: SubmitResult = { ok: false, error: 'unavailable', message: 'Offline.', fields: {} };
const fields = { email: fieldErrorsEn.email_invalid };
const refused: SubmitResult = {
  ok: false,
  error: 'invalid',
  message: errorsEn.invalid,
  fields,
};

const readKey = (call: number) => mockSubmitContact.mock.calls[call]?.[1]['idempotency_key'];
let form: HTMLFormElement;

beforeEach(() => {
  mockSubmitContact.mockReset().mockResolvedValue(sent);
  form = document.createElement('form');
  form.innerHTML =
    writeControls(buildForm({ email: 'a@b.cz' })) +
    '<input name="quill_north"><input name="source" value="b.example">';
});

function renderContact() {
  const { result, unmount } = renderHook(() => useContact());
  const send = (which = form) => act(() => result.current.send(which));
  const getState = () => result.current.state;
  const getSuccess = () => result.current.success;
  return { getContact: () => result.current, getState, getSuccess, send, unmount };
}

/** Makes the next request wait. Returns a function that settles it. */
function holdSubmission() {
  let settle = (_: SubmitResult) => {};
  mockSubmitContact.mockReturnValueOnce(new Promise((resolve) => (settle = resolve)));
  return (result: SubmitResult) => act(async () => settle(result));
}

test('submits the form as filled in and reports the service', async () => {
  const { getState, getSuccess, send } = renderContact();
  expect(getState()).toEqual(untouched);
  await send();
  expect(mockSubmitContact).toHaveBeenCalledWith(
    buildForm({ email: 'a@b.cz' }),
    {
      idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
      fill_ms: expect.any(Number),
      quill_north: '',
      source: 'b.example',
    },
    expect.any(AbortSignal),
  );
  expect(getSuccess()).toEqual(confirmed);
  expect(getState()).toEqual(untouched);
});

test('counts typing, sending and storing, but none of the contents', async () => {
  const { getContact, send } = renderContact();
  act(() => getContact().handleEdit('email'));
  expect(listCountedEvents()).toEqual(['form_typed']);
  mockSubmitContact.mockResolvedValueOnce(failed);
  await send();
  expect(listCountedEvents()).toEqual(['form_typed', 'form_sent']);
  await send();
  expect(listCountedEvents()).toEqual(['form_typed', 'form_sent', 'form_sent', 'request_stored']);
});

test('a field that is missing or holds a file is sent as empty text', async () => {
  const { send } = renderContact();
  const other = document.createElement('form');
  other.innerHTML = '<input type="file" name="message">';
  await send(other);
  expect(mockSubmitContact).toHaveBeenCalledWith(
    EMPTY_FORM,
    expect.objectContaining({ quill_north: '' }),
    expect.any(AbortSignal),
  );
});

test('submits the value of the honeypot', async () => {
  const { send } = renderContact();
  form.querySelector<HTMLInputElement>('[name=quill_north]')!.value = 'https://example.com';
  await send();
  expect(mockSubmitContact.mock.calls[0]?.[1]).toMatchObject({
    quill_north: 'https://example.com',
  });
});

test('the time to fill a form is counted from the opening of its dialog', async () => {
  const { send } = renderContact();
  window.contactOpenedAt = 60_000;
  jest.spyOn(performance, 'now').mockReturnValue(61_500.4);
  await send();
  expect(mockSubmitContact.mock.calls[0]?.[1]).toMatchObject({ fill_ms: 1500 });
});

test('a second submit is ignored while one is pending, and reopening changes nothing', async () => {
  const { getContact, getState } = renderContact();
  const settle = holdSubmission();
  await act(async () => void getContact().send(form));
  expect(getState()).toEqual({ ...untouched, isSending: true });
  await act(() => getContact().send(form));
  act(() => getContact().handleClose());
  expect(getState()).toEqual({ ...untouched, isSending: true });
  expect(mockSubmitContact).toHaveBeenCalledTimes(1);

  await settle(sent);
  expect(countStored()).toBe(1);
  await act(() => getContact().send(form));
  expect(mockSubmitContact).toHaveBeenCalledTimes(2);
});

test('typing while a request is sent does not stop it', async () => {
  const { getContact, getSuccess } = renderContact();
  const settle = holdSubmission();
  await act(async () => void getContact().send(form));
  act(() => getContact().handleEdit('message'));
  await settle(sent);
  expect(getSuccess()).toEqual(confirmed);
});

test.each([
  ['sent again unchanged after a failure it is the same request', failed, null, true],
  ['with another service it is another request', failed, 'service_type', false],
  ['with another address it is another request', failed, 'email', false],
  ['with another message it is another request', failed, 'message', false],
  ['the same words after a success are another request', sent, null, false],
])('%s', async (_, result, changed, hasSameKey) => {
  const { send } = renderContact();
  mockSubmitContact.mockResolvedValue(result);
  await send();
  if (changed) {
    form.querySelector<HTMLInputElement>(`[name=${changed}]`)!.value = 'crm-integrations';
  }
  await send();
  expect(readKey(0)).toBeTruthy();
  expect(readKey(1) === readKey(0)).toBe(hasSameKey);
  expect(countStored()).toBe(result.ok ? 2 : 0);
});

test.each<[string, SubmitResult, object]>([
  [
    'a failure without fields shows its message and our mail address',
    failed,
    { failure: { message: 'Offline.', offerMail: true } },
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
  mockSubmitContact.mockResolvedValue(result);
  await send();
  expect(getState()).toEqual({ ...untouched, ...told });
  expect(getSuccess()).toBeNull();
});

test('reports the same failure as a new one, and clears it when the form is reopened', async () => {
  const { getContact, getState, send } = renderContact();
  mockSubmitContact.mockResolvedValue(refused);
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
  mockSubmitContact.mockResolvedValue({ ...refused, fields: both });
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
  mockSubmitContact.mockResolvedValue(refused);
  await send();
  const shown = getContact().state;
  act(() => getContact().handleEdit('message'));
  expect(getContact().state).toBe(shown);
});

describe('a request that takes longer than ten seconds', () => {
  let settle: ReturnType<typeof holdSubmission>;
  const isAborted = (call: number) => mockSubmitContact.mock.calls[call]?.[2]?.aborted;
  const failure = { message: NETWORK_ERROR.message, offerMail: true };

  async function startSlowSubmit() {
    const { getContact, getState, getSuccess, unmount } = renderContact();
    settle = holdSubmission();
    await act(async () => void getContact().send(form));
    act(() => jest.advanceTimersByTime(9_999));
    expect(getState()).toEqual({ ...untouched, isSending: true });
    act(() => jest.advanceTimersByTime(1));
    expect(getState()).toEqual({ ...untouched, failure });
    return { getContact, getState, getSuccess, unmount };
  }

  beforeEach(() => jest.useFakeTimers());

  test('unlocks the dialog, and its success is late if the dialog was closed', async () => {
    const { getContact, getState, getSuccess } = await startSlowSubmit();
    act(() => getContact().handleClose());
    await settle(sent);
    expect(getSuccess()).toEqual({ ...sent, isLate: true });
    expect(getState()).toEqual(untouched);
    await act(() => getContact().send(form));
    expect(getSuccess()).toEqual(confirmed);
  });

  test('is not late in a dialog that stayed open', async () => {
    const { getSuccess } = await startSlowSubmit();
    await settle(sent);
    expect(getSuccess()).toEqual(confirmed);
  });

  test('keeps its retries when the form leaves the page', async () => {
    const { unmount } = await startSlowSubmit();
    unmount();
    expect(isAborted(0)).toBe(false);
  });

  test('reports a final failure once', async () => {
    const { getState } = await startSlowSubmit();
    await settle(failed);
    expect(getState()).toEqual({ ...untouched, failure });
  });

  test('is abandoned once something else is typed', async () => {
    const { getContact, getState, getSuccess } = await startSlowSubmit();
    act(() => getContact().handleEdit('message'));
    expect(isAborted(0)).toBe(true);
    await settle(sent);
    expect(getSuccess()).toBeNull();
    expect(getState()).toEqual({ ...untouched, failure });
  });

  test('can be sent again as the same request', async () => {
    const { getContact } = await startSlowSubmit();
    await act(() => getContact().send(form));
    expect(isAborted(0)).toBe(true);
    expect(readKey(1)).toBe(readKey(0));
    expect(countStored()).toBe(1);
    await settle(sent);
    expect(countStored()).toBe(1);
  });
});

describe('a field that is left', () => {
  const getEmailField = () => form.querySelector<HTMLInputElement>('[name=email]')!;
  function typeEmail(value: string, wasEdited = true) {
    const contact = renderContact();
    getEmailField().value = value;
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
      getEmailField().value = '';
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

  test('shows no error if the form was sent meanwhile', async () => {
    const { getContact, getState } = typeEmail('eva@');
    mockSubmitContact.mockReturnValue(new Promise(() => {}));
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
      getEmailField().value = 'eva@firma.cz';
      await leaving;
    });
    expect(getState()).toEqual(untouched);
  });
});
