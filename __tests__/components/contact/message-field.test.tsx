import { act, fireEvent, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MessageField } from '@/components/contact/message-field';
import { contactCopyEn } from '@/lib/content/contact-en';

const field = (error?: string) => (
  <MessageField id="message" copy={contactCopyEn.message} limit={1000} error={error} />
);
const area = () => screen.getByLabelText<HTMLTextAreaElement>('Message (optional)');
const type = (length: number) => fireEvent.input(area(), { target: { value: 'x'.repeat(length) } });

test('the counter follows what is typed, and is read with the field', () => {
  render(field());
  expect(area()).toHaveAccessibleDescription('0/1000 characters');
  type(5);
  expect(area()).toHaveAccessibleDescription('5/1000 characters');
  expect(area()).not.toHaveAttribute('aria-invalid');
});

test('the counter is announced from the last fifty characters on', () => {
  render(field());
  const spoken = () => screen.getByRole('status').textContent;
  type(950);
  expect(spoken()).toBe('');
  type(951);
  expect(spoken()).toBe('951/1000 characters');
  type(1001);
  expect(spoken()).toBe('1001/1000 characters');
  expect(area()).toHaveValue('x'.repeat(1001));
});

test('an error is read before the counter', () => {
  render(field('Message must be text'));
  expect(area()).toHaveAccessibleDescription('Message must be text 0/1000 characters');
  expect(area()).toHaveAttribute('aria-invalid', 'true');
});

test('the counter restarts after a reset', async () => {
  render(<form data-testid="form">{field()}</form>);
  type(5);
  await act(async () => screen.getByTestId<HTMLFormElement>('form').reset());
  expect(area()).toHaveValue('');
  expect(screen.getByText('0/1000 characters')).toBeVisible();
  type(3);
  expect(screen.getByText('3/1000 characters')).toBeVisible();
});

test('counts text typed before hydration', async () => {
  document.body.innerHTML = `<div id="root">${renderToString(field())}</div>`;
  expect(screen.getByText('0/1000 characters')).toBeVisible();
  area().value = 'early';
  const root = await act(async () => hydrateRoot(document.getElementById('root')!, field()));
  expect(area()).toHaveValue('early');
  expect(screen.getByText('5/1000 characters')).toBeVisible();
  act(() => root.unmount());
});

test('a removed field has no listeners', () => {
  const added = jest.spyOn(EventTarget.prototype, 'addEventListener');
  const removed = jest.spyOn(EventTarget.prototype, 'removeEventListener');
  const { unmount } = render(<form>{field()}</form>);
  const typedIn = area();
  type(5);
  unmount();
  // React itself listens for `invalid`.
  const heard = ({ mock }: typeof added | typeof removed) =>
    mock.calls
      .map(([event, listener], call) => ({ on: mock.contexts[call], event, listener }))
      .filter(({ on, event }) =>
        on === typedIn ? event !== 'invalid' : on instanceof HTMLFormElement,
      );
  expect(heard(added).map(({ event }) => event)).toEqual(
    expect.arrayContaining(['input', 'reset']),
  );
  expect(heard(removed)).toEqual(heard(added));
});
