import { prepareContactForm } from '@/components/page-script/contact-form';

beforeAll(prepareContactForm);
beforeEach(() => {
  document.body.innerHTML = `
    <button command="show-modal" commandfor="dialog"><i>Open</i></button>
    <dialog id="dialog"><form>
      <select name="service_type"><option value=""></option><option value="other"></option>
        <option value="crm-integrations"></option></select>
      <input name="email" />
      <textarea name="message"></textarea>
    </form></dialog>`;
});

const findField = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const getOpener = () => document.querySelector('button')!;
const getDialog = () => document.querySelector('dialog')!;
const getForm = () => document.querySelector('form')!;
const readValues = () => [findField('service_type').value, findField('message').value];

test('a form opens as it is, or with the values of its button, which takes the focus', () => {
  getOpener().querySelector('i')!.click();
  expect(readValues()).toEqual(['', '']);
  // In Safari, a press focuses no button.
  expect(getOpener()).toHaveFocus();
  Object.assign(getOpener().dataset, { service: 'other', message: 'About a call.' });
  getOpener().click();
  expect(readValues()).toEqual(['other', 'About a call.']);
});

test('a form is emptied when its dialog closes, unless it was opened again', () => {
  findField('message').value = 'Half a sen';
  getDialog().open = true;
  getDialog().dispatchEvent(new Event('close'));
  expect(readValues()).toEqual(['', 'Half a sen']);
  getDialog().open = false;
  document.body.append(document.createElement('dialog'));
  document.body.lastElementChild!.dispatchEvent(new Event('close'));
  expect(readValues()).toEqual(['', 'Half a sen']);
  getDialog().dispatchEvent(new Event('close'));
  expect(readValues()).toEqual(['', '']);
});

describe('a page that was left with its dialog open', () => {
  beforeEach(() => {
    findField('service_type').value = 'other';
    findField('email').value = 'eva@example.com';
    findField('message').value = 'Half a sen';
  });

  test('keeps typed words, but not the service, against those of the opener', () => {
    Object.assign(getOpener().dataset, { service: 'crm-integrations', message: 'A call.' });
    getOpener().click();
    expect(readValues()).toEqual(['crm-integrations', 'Half a sen']);
  });

  test('counts the time to fill in the form from its own start', () => {
    getOpener().click();
    expect(window.contactOpenedAt).toBe(0);
    findField('email').value = '';
    getOpener().click();
    expect(window.contactOpenedAt).toBe(0);
    findField('message').value = '';
    getOpener().click();
    expect(window.contactOpenedAt).toBeCloseTo(performance.now(), -2);
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
