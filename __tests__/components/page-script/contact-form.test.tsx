import { prepareContactForm } from '@/components/page-script/contact-form';

beforeAll(prepareContactForm);
beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = `
    <button command="show-modal" commandfor="dialog"><i>Open</i></button>
    <dialog id="dialog"><form>
      <select name="service_type"><option value=""></option><option value="other"></option>
        <option value="crm-integrations"></option></select>
      <textarea name="message"></textarea>
    </form></dialog>`;
  findField('message').value = 'Filled in by the browser.';
});

const findField = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const getOpener = () => document.querySelector('button')!;
const getDialog = () => document.querySelector('dialog')!;
const getForm = () => document.querySelector('form')!;
const readValues = () => [findField('service_type').value, findField('message').value];

test('a form opens empty, or with the values of its button, which takes the focus', () => {
  getOpener().querySelector('i')!.click();
  expect(readValues()).toEqual(['', '']);
  // In Safari, a press focuses no button.
  expect(getOpener()).toHaveFocus();
  Object.assign(getOpener().dataset, { service: 'other', message: 'About a call.' });
  getOpener().click();
  expect(readValues()).toEqual(['other', 'About a call.']);
});

describe('a page that was left', () => {
  /** Leaves the page; the browser restores what was typed, and the dialog is closed. */
  const leave = () => {
    getDialog().open = true;
    findField('service_type').value = 'other';
    findField('message').value = 'Half a sen';
    window.dispatchEvent(new Event('pagehide'));
    getDialog().open = false;
  };

  test('keeps typed words, but not the service, against those of the opener', () => {
    leave();
    Object.assign(getOpener().dataset, { service: 'crm-integrations', message: 'A call.' });
    getOpener().click();
    expect(readValues()).toEqual(['crm-integrations', 'Half a sen']);
  });

  test('goes on with the time that its dialog had been open', () => {
    window.contactOpenedAt = performance.now() - 5_000;
    leave();
    getOpener().click();
    expect(performance.now() - window.contactOpenedAt).toBeGreaterThanOrEqual(5_000);
  });

  test('keeps its text when another dialog closes, or its own was opened again', () => {
    leave();
    document.body.append(document.createElement('dialog'));
    document.body.lastElementChild!.dispatchEvent(new Event('close'));
    getOpener().click();
    getDialog().open = true;
    getDialog().dispatchEvent(new Event('close'));
    expect(readValues()).toEqual(['other', 'Half a sen']);
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

test.each([
  ['no source', '', '', ''],
  ['the host of the referrer', '', 'https://www.google.com/search?q=x', 'www.google.com'],
  ['the app of the referrer', '', 'android-app://com.google.gm/', 'com.google.gm'],
  ['the source of the link', '?utm_source=Spring_news-2.0', '', 'utm:Spring_news-2.0'],
  ['it rather than the referrer', '?a=1&utm_source=x&b=2', 'https://b.example/', 'utm:x'],
  ['no address in its place', '?utm_source=jana%40a.cz', 'https://b.example/', 'b.example'],
  ['no long text in its place', `?utm_source=${'x'.repeat(41)}`, '', ''],
  ['no other parameter', '?my_utm_source=x', '', ''],
])('a form that is sent has %s', (_what, search, referrer, source) => {
  history.replaceState(null, '', `/${search}`);
  jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  // jsdom has no such event.
  const event = new Event('formdata', { bubbles: true });
  const formData = new FormData();
  getForm().dispatchEvent(Object.assign(event, { formData }));
  expect(formData.getAll('source')).toEqual([source]);
});
