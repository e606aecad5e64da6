import { prepareContactForm } from '@/components/page-script/prepare-contact-form';

beforeAll(prepareContactForm);
beforeEach(() => {
  document.body.innerHTML = `
    <button command="show-modal" commandfor="dialog"><i>Open</i></button>
    <button command="show-modal" commandfor="nothing" id="elsewhere"></button>
    <button command="close" commandfor="dialog" id="close"></button>
    <dialog id="dialog"><form>
      <select name="service_type"><option value=""></option><option value="other"></option></select>
      <textarea name="message"></textarea>
    </form></dialog>`;
  findField('message').value = 'Filled in by the browser.';
});

const findField = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const getOpener = () => document.querySelector('button')!;
const readValues = () => [findField('service_type').value, findField('message').value];

test('a form is empty when its dialog opens', () => {
  getOpener().querySelector('i')!.click();
  expect(readValues()).toEqual(['', '']);
});

test('fills the form with the values of the button that opened it', () => {
  getOpener().dataset.service = 'other';
  getOpener().dataset.message = 'About a call.';
  getOpener().click();
  expect(readValues()).toEqual(['other', 'About a call.']);
});

test('stores the time of each opening', () => {
  const now = jest.spyOn(performance, 'now');
  for (const time of [100, 5_000]) {
    now.mockReturnValue(time);
    getOpener().click();
    expect(window.contactOpenedAt).toBe(time);
  }
});

describe('a page that was left', () => {
  let navigation: 'back_forward' | 'reload' | 'navigate';
  beforeEach(() => {
    navigation = 'reload';
    performance.getEntriesByType = () => [{ type: navigation }] as PerformanceNavigationTiming[];
    jest.spyOn(performance, 'now').mockReturnValue(10_000);
    sessionStorage.clear();
  });

  const getDialog = () => document.querySelector('dialog')!;
  const typed = ['other', 'Half a sen'];
  const leave = (isOpen: boolean, event = 'pagehide') => {
    getDialog().open = isOpen;
    window.contactOpenedAt = 4_000;
    [findField('service_type').value, findField('message').value] = typed as [string, string];
    window.dispatchEvent(new Event(event));
    getDialog().open = false;
    document.querySelector('form')!.reset();
  };

  test.each([
    ['reload', 'pagehide'],
    ['back_forward', 'pagehide'],
    ['reload', 'visibilitychange'],
  ] as const)('with the dialog open has its text again (%s, %s)', (type, event) => {
    navigation = type;
    leave(true, event);
    getOpener().click();
    expect(readValues()).toEqual(typed);
    expect(window.contactOpenedAt).toBe(4_000);
  });

  test('has the text of a select that was disabled while sending', () => {
    (findField('service_type') as unknown as HTMLSelectElement).disabled = true;
    leave(true);
    getOpener().click();
    expect(readValues()).toEqual(typed);
  });

  test('with the dialog closed starts empty', () => {
    leave(false);
    getOpener().click();
    expect(readValues()).toEqual(['', '']);
  });

  test('starts empty on a new visit', () => {
    navigation = 'navigate';
    leave(true);
    getOpener().click();
    expect(readValues()).toEqual(['', '']);
  });

  test('keeps typed words, but not the service, against those of the opener', () => {
    leave(true);
    findField('service_type').innerHTML += '<option value="crm-integrations"></option>';
    Object.assign(getOpener().dataset, { service: 'crm-integrations', message: 'A call.' });
    getOpener().click();
    expect(readValues()).toEqual(['crm-integrations', 'Half a sen']);
  });

  test('starts empty after Close', () => {
    leave(true);
    getOpener().click();
    getDialog().dispatchEvent(new Event('close'));
    expect(readValues()).toEqual(['', '']);
    expect(sessionStorage).toHaveLength(0);
    getOpener().click();
    expect(readValues()).toEqual(['', '']);
  });

  test('keeps its text when another dialog closes', () => {
    leave(true);
    document.body.append(document.createElement('dialog'));
    document.body.lastElementChild!.dispatchEvent(new Event('close'));
    getOpener().click();
    expect(readValues()).toEqual(typed);
  });

  test('has the text that the browser kept where storage is blocked', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      });
    }
    leave(true);
    findField('message').value = 'Filled in by the browser.';
    getOpener().click();
    expect(readValues()).toEqual(['', 'Filled in by the browser.']);
    getDialog().dispatchEvent(new Event('close'));
    getOpener().click();
    expect(readValues()).toEqual(['', '']);
  });
});

test.each(['#close', '#elsewhere', 'body'])(
  'a click on %s does not change the form',
  (selector) => {
    document.querySelector<HTMLElement>(selector)!.click();
    expect(readValues()).toEqual(['', 'Filled in by the browser.']);
  },
);
