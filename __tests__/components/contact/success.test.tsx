import { act, fireEvent, render, screen } from '@testing-library/react';
import { SuccessDialog } from '@/components/contact/success';
import { contactCopyEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';

const copy = contactCopyEn.success;
let prefersReducedMotion = false;

beforeEach(() => {
  jest.useFakeTimers();
  prefersReducedMotion = false;
  window.matchMedia = ((query: string) => ({
    matches: query === '(prefers-reduced-motion: reduce)' && prefersReducedMotion,
  })) as unknown as typeof window.matchMedia;
});

const onClosed = jest.fn();
const createDialog = (service: string | null, bookingUrl?: string) => (
  <SuccessDialog service={service} bookingUrl={bookingUrl} onClosed={onClosed} />
);
const getDialog = () => document.querySelector<HTMLDialogElement>('#success-dialog')!;
const getGotIt = () => screen.getByRole('button', { name: copy.close });
const clickGotIt = () => fireEvent.click(getGotIt());
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('stays closed and empty until a request was sent', () => {
  const { rerender } = render(createDialog(null));
  expect(getDialog().open).toBe(false);
  expect(getDialog()).toBeEmptyDOMElement();
  rerender(createDialog('other'));
  expect(getDialog().open).toBe(true);
  expect(getDialog()).toHaveAccessibleName(copy.title);
  expect(getDialog()).toHaveTextContent(copy.before + servicesEn.other.name + copy.after);
  expect(getDialog()).toHaveAccessibleDescription(
    expect.stringContaining(`${copy.before}${servicesEn.other.name}`),
  );
});

test('does not call showModal again when the service changes', () => {
  const { rerender } = render(createDialog('other'));
  // On an open dialog a browser's showModal throws.
  const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal');
  rerender(createDialog('crm-integrations'));
  expect(getDialog()).toHaveTextContent(servicesEn['crm-integrations'].name);
  expect(showModal).not.toHaveBeenCalled();
});

test('Got it! closes at once with reduced motion', () => {
  prefersReducedMotion = true;
  render(createDialog('other'));
  clickGotIt();
  advance(0);
  expect(getDialog().open).toBe(false);
});

test('the next request is confirmed and closed like the first', () => {
  const { rerender } = render(createDialog('other'));
  clickGotIt();
  advance(300);
  rerender(createDialog(null));
  rerender(createDialog('crm-integrations'));
  expect(getDialog().open).toBe(true);
  expect(getDialog()).not.toHaveAttribute('data-closing');
  clickGotIt();
  advance(300);
  expect(getDialog().open).toBe(false);
});

test('says when we answer, and links to the call', () => {
  render(createDialog('other'));
  expect(getDialog()).toHaveTextContent(copy.answer);
  const link = screen.getByRole('link', { name: copy.tryCall });
  expect(link).toHaveAttribute('href', '#phone-caller');
  expect(link).toHaveAttribute('data-to-call');
  fireEvent.click(link);
  expect(getDialog().open).toBe(false);
});

test('links to the booking page if there is one', () => {
  render(createDialog('other', 'https://booking.example/30min'));
  const link = screen.getByRole('link', { name: copy.pickTime });
  expect(link).toHaveAttribute('href', 'https://booking.example/30min');
  expect(getDialog()).not.toHaveTextContent(copy.answer);
  expect(screen.queryByRole('link', { name: copy.tryCall })).toBeNull();
});
