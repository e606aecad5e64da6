import { fireEvent, screen } from '@testing-library/react';
import { polyfillInvokers } from '@/components/page-script/polyfill-invokers';
import { setUpPage } from './page-in-jsdom';

const startAgain = setUpPage(
  polyfillInvokers,
  `<button command="show-modal" commandfor="dialog"><b>Open</b></button>
  <button command="show-modal" commandfor="dialog" disabled>Open later</button>
  <dialog id="dialog"><button command="close" commandfor="dialog">Close</button></dialog>`,
);
const getDialog = () => document.querySelector('dialog')!;

test('opens and closes dialogs without native invoker commands', () => {
  fireEvent.click(screen.getByText('Open later'));
  expect(getDialog().open).toBe(false);
  const showModal = jest.spyOn(getDialog(), 'showModal');
  fireEvent.click(screen.getByText('Open'));
  expect(getDialog().open).toBe(true);
  fireEvent.click(screen.getByText('Open'));
  expect(showModal).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('Close'));
  expect(getDialog().open).toBe(false);
});

test('does nothing if the browser supports invoker commands', () => {
  Object.defineProperty(HTMLButtonElement.prototype, 'command', { configurable: true, value: '' });
  startAgain();
  fireEvent.click(screen.getByText('Open'));
  expect(getDialog().open).toBe(false);
  Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
});

test('a button whose dialog is not on the page does nothing', () => {
  const onError = jest.fn((event: Event) => event.preventDefault());
  window.addEventListener('error', onError);
  getDialog().remove();
  fireEvent.click(screen.getByText('Open'));
  window.removeEventListener('error', onError);
  expect(onError).not.toHaveBeenCalled();
});

test('a tap on anything else does nothing', () => {
  fireEvent.click(document);
  fireEvent.click(document.body);
  expect(getDialog().open).toBe(false);
});
