import { prepareContactForm } from '@/components/page-script/contact-form';

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

test('focuses the button that opened it, to which a closed dialog returns the focus', () => {
  getOpener().click();
  expect(getOpener()).toHaveFocus();
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
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockReturnValue(10_000);
    sessionStorage.clear();
  });

  const getDialog = () => document.querySelector('dialog')!;
  const typed = ['other', 'Half a sen'];
  /** Leaves the page; the browser restores what was typed, and the dialog is closed. */
  const leave = () => {
    getDialog().open = true;
    window.contactOpenedAt = 4_000;
    [findField('service_type').value, findField('message').value] = typed as [string, string];
    window.dispatchEvent(new Event('pagehide'));
    getDialog().open = false;
  };

  test('keeps typed words, but not the service, against those of the opener', () => {
    leave();
    findField('service_type').innerHTML += '<option value="crm-integrations"></option>';
    Object.assign(getOpener().dataset, { service: 'crm-integrations', message: 'A call.' });
    getOpener().click();
    expect(readValues()).toEqual(['crm-integrations', 'Half a sen']);
  });

  test('keeps its text when another dialog closes, or its own was opened again', () => {
    leave();
    document.body.append(document.createElement('dialog'));
    document.body.lastElementChild!.dispatchEvent(new Event('close'));
    getOpener().click();
    getDialog().open = true;
    getDialog().dispatchEvent(new Event('close'));
    expect(readValues()).toEqual(typed);
  });

  test('starts empty where storage is blocked', () => {
    jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    leave();
    getOpener().click();
    expect(readValues()).toEqual(['', '']);
  });
});

describe('a form that is sent', () => {
  const readSource = (search: string, referrer: string) => {
    history.replaceState(null, '', `/${search}`);
    jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
    // jsdom has no such event.
    const event = new Event('formdata', { bubbles: true });
    const formData = new FormData();
    getForm().dispatchEvent(Object.assign(event, { formData }));
    return formData.getAll('source');
  };
  const getForm = () => document.querySelector('form')!;
  afterEach(() => history.replaceState(null, '', '/'));

  test.each([
    ['no source', '', '', ''],
    ['the host of the referrer', '', 'https://www.google.com/search?q=x', 'www.google.com'],
    [
      'the app of the referrer',
      '',
      'android-app://com.google.android.gm/',
      'com.google.android.gm',
    ],
    ['the source of the link', '?utm_source=Spring_news-2.0', '', 'utm:Spring_news-2.0'],
    ['it rather than the referrer', '?a=1&utm_source=x&b=2', 'https://b.example/', 'utm:x'],
    [
      'no address in its place',
      '?utm_source=jana%40example.com',
      'https://b.example/',
      'b.example',
    ],
    ['no long text in its place', `?utm_source=${'x'.repeat(41)}`, '', ''],
    ['no other parameter', '?my_utm_source=x', '', ''],
  ])('has %s', (_what, search, referrer, source) => {
    expect(readSource(search, referrer)).toEqual([source]);
  });
});

test.each(['#close', '#elsewhere', 'body'])(
  'a click on %s does not change the form',
  (selector) => {
    document.querySelector<HTMLElement>(selector)!.click();
    expect(readValues()).toEqual(['', 'Filled in by the browser.']);
  },
);
