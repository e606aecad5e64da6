import { restoreFocus } from '@/components/contact/restore-focus';

const focused = (id: string) => {
  document.getElementById(id)?.focus();
  restoreFocus();
  return document.activeElement?.id;
};
const page =
  '<button popovertarget="site-menu" id="menu"></button><button id="elsewhere"></button>';

test('focus that was lost goes to the menu’s button', () => {
  document.body.innerHTML = page;
  restoreFocus();
  expect(document.activeElement?.id).toBe('menu');
});

test('focus that stayed behind in a closed dialog goes there too', () => {
  document.body.innerHTML = `${page}<dialog><button id="behind"></button></dialog>`;
  expect(focused('behind')).toBe('menu');
});

test('focus that has a place stays there', () => {
  document.body.innerHTML = `${page}<dialog open><button id="inside"></button></dialog>`;
  expect(focused('elsewhere')).toBe('elsewhere');
  expect(focused('inside')).toBe('inside');
});

test('on a page without a menu nothing happens', () => {
  document.body.innerHTML = '<dialog><button id="behind"></button></dialog>';
  expect(focused('behind')).toBe('behind');
});
