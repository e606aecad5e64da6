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

test.each(['#close', '#elsewhere', 'body'])(
  'a click on %s does not change the form',
  (selector) => {
    document.querySelector<HTMLElement>(selector)!.click();
    expect(readValues()).toEqual(['', 'Filled in by the browser.']);
  },
);
