import { act, fireEvent, render, screen } from '@testing-library/react';
import { SuccessDialog } from '@/components/contact/success-dialog';
import { SuccessNotes } from '@/components/contact/success-notes';
import { contactCopyEn } from '@/lib/content/contact-en';

const copy = contactCopyEn.success;
let still = false;

beforeEach(() => {
  jest.useFakeTimers();
  still = false;
  window.matchMedia = ((query: string) => ({
    matches: query === '(prefers-reduced-motion: reduce)' && still,
  })) as unknown as typeof window.matchMedia;
});
afterEach(() => jest.useRealTimers());

const onClosed = jest.fn();
const dialogFor = (service: string | null, bookingUrl?: string) => (
  <SuccessDialog copy={copy} service={service} bookingUrl={bookingUrl} onClosed={onClosed}>
    <SuccessNotes notes={copy.notes} />
  </SuccessDialog>
);
const dialog = () => document.querySelector<HTMLDialogElement>('#success-dialog')!;
const gotIt = () => fireEvent.click(screen.getByRole('button', { name: 'Got it!' }));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('stays closed and empty until a request was sent', () => {
  const { rerender } = render(dialogFor(null));
  expect(dialog().open).toBe(false);
  expect(dialog()).toBeEmptyDOMElement();
  rerender(dialogFor('other'));
  expect(dialog().open).toBe(true);
  expect(dialog()).toHaveAccessibleName('Message Sent Successfully!');
  expect(dialog()).toHaveAccessibleDescription(
    /^We have received your request for Custom Solution/,
  );
});

test('does not call showModal again when the service changes', () => {
  const { rerender } = render(dialogFor('other'));
  // On an open dialog a browser's showModal throws.
  const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal');
  rerender(dialogFor('crm-integrations'));
  expect(dialog()).toHaveTextContent('CRM Integrations');
  expect(showModal).not.toHaveBeenCalled();
});

test('Got it! closes after a fade of 300 ms', () => {
  render(dialogFor('other'));
  onClosed.mockClear();
  gotIt();
  expect(dialog()).toHaveAttribute('data-closing', '');
  pass(299);
  expect(dialog().open).toBe(true);
  expect(onClosed).not.toHaveBeenCalled();
  pass(1);
  expect(dialog().open).toBe(false);
  expect(onClosed).toHaveBeenCalledTimes(1);
});

test('Got it! closes at once with reduced motion', () => {
  still = true;
  render(dialogFor('other'));
  gotIt();
  pass(0);
  expect(dialog().open).toBe(false);
});

test('Escape fades like Got it!', () => {
  render(dialogFor('other'));
  const cancel = new Event('cancel', { cancelable: true });
  act(() => void dialog().dispatchEvent(cancel));
  expect(cancel.defaultPrevented).toBe(true);
  expect(dialog().open).toBe(true);
  pass(300);
  expect(dialog().open).toBe(false);
});

test('ignores a second press during the fade', () => {
  render(dialogFor('other'));
  gotIt();
  pass(200);
  gotIt();
  pass(100);
  expect(dialog().open).toBe(false);
  expect(jest.getTimerCount()).toBe(0);
});

test('the next request is confirmed and closed like the first', () => {
  const { rerender } = render(dialogFor('other'));
  gotIt();
  pass(300);
  rerender(dialogFor(null));
  rerender(dialogFor('crm-integrations'));
  expect(dialog().open).toBe(true);
  expect(dialog()).not.toHaveAttribute('data-closing');
  gotIt();
  pass(300);
  expect(dialog().open).toBe(false);
});

test('each note under the message has its own icon', () => {
  render(dialogFor('other'));
  const signs = Array.from(dialog().querySelectorAll('li use'), (use) => use.getAttribute('href'));
  expect(signs).toEqual(
    ['clock', 'gift', 'check'].map((sign) => expect.stringMatching(`#${sign}$`)),
  );
  expect(screen.getAllByRole('listitem').map((note) => note.textContent)).toEqual(copy.notes);
});

test('says when we answer, and links to the call', () => {
  render(dialogFor('other'));
  expect(dialog()).toHaveTextContent(copy.answer);
  const link = screen.getByRole('link', { name: copy.tryCall });
  expect(link).toHaveAttribute('href', '#phone-caller');
  expect(link).toHaveAttribute('data-to-call');
  fireEvent.click(link);
  expect(dialog().open).toBe(false);
});

test('links to the booking page if there is one', () => {
  render(dialogFor('other', 'https://booking.example/30min'));
  const link = screen.getByRole('link', { name: copy.pickTime });
  expect(link).toHaveAttribute('href', 'https://booking.example/30min');
  expect(dialog()).not.toHaveTextContent(copy.answer);
  expect(screen.queryByRole('link', { name: copy.tryCall })).toBeNull();
});
