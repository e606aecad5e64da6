import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ContactDialog, restoreFocus } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { prepareContactForm } from '@/components/page-script/contact-form';
import { invokeCommands } from '@/components/page-script/controls';
import { contactCopyEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';

const post = jest.fn<Promise<Response>, [string, RequestInit]>();
const createAnswer = (status: number, body: unknown) =>
  Promise.resolve({ status, json: () => Promise.resolve(body) } as Response);

// jsdom knows no invoker commands.
beforeAll(() => {
  prepareContactForm();
  invokeCommands();
});

beforeEach(() => {
  post.mockReset();
  globalThis.fetch = post as unknown as typeof fetch;
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia;
});

const getDialog = () => document.querySelector<HTMLDialogElement>('#contact-dialog')!;
const getEmailField = () => screen.getByLabelText(contactCopyEn.fields.email.label);
// By text, because jsdom is slow to find roles in hidden elements.
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));

/** Renders the page and opens its dialog. */
async function renderOpenDialog() {
  render(
    <>
      <OpenContactButton from="hero">Get Started</OpenContactButton>
      <ContactDialog />
    </>,
  );
  await press('Get Started');
}

test('the opener has the invoker attributes of the dialog', async () => {
  await renderOpenDialog();
  const opener = screen.getByRole('button', { name: 'Get Started' });
  expect(opener).toHaveAttribute('command', 'show-modal');
  expect(opener).toHaveAttribute('commandfor', 'contact-dialog');
  expect(screen.getByRole('dialog', { name: contactCopyEn.title })).toBe(getDialog());
});

test('a stored request empties and closes the dialog, and is confirmed', async () => {
  await renderOpenDialog();
  post.mockReturnValue(createAnswer(201, { ok: true, service_type: 'other' }));
  fireEvent.change(screen.getByLabelText(contactCopyEn.fields.service_type.label), {
    target: { value: 'other' },
  });
  fireEvent.input(getEmailField(), { target: { value: 'a@b.cz' } });
  await press(contactCopyEn.submit);
  const success = await screen.findByRole('dialog', { name: contactCopyEn.success.title });
  expect(success).toHaveTextContent(servicesEn.other.name);
  expect(getDialog().open).toBe(false);
  expect(getEmailField()).toHaveValue('');
  await press(contactCopyEn.success.close);
  await waitFor(() => expect(success).not.toHaveAttribute('open'));
  expect(success).toBeEmptyDOMElement();
});

describe('the focus', () => {
  const createPage = (more?: ReactNode) =>
    render(
      <>
        <button popoverTarget="site-menu">Menu</button>
        <ContactDialog />
        <button>Elsewhere</button>
        {more}
      </>,
    );
  const getMenuButton = () => screen.getByRole('button', { name: 'Menu' });
  const openAndClose = (id: string, focusOn?: HTMLElement) => {
    const openedDialog = document.querySelector<HTMLDialogElement>(id)!;
    act(() => openedDialog.showModal());
    focusOn?.focus();
    act(() => openedDialog.close());
  };

  test.each(['#contact-dialog', '#success-dialog'])(
    'goes to the menu button if the opener of %s was in the menu',
    (id) => {
      createPage();
      openAndClose(id);
      expect(getMenuButton()).toHaveFocus();
      const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
      openAndClose(id, elsewhere);
      expect(elsewhere).toHaveFocus();
    },
  );

  test('moves without scrolling: the header of a phone held sideways is not sticky', () => {
    createPage();
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    openAndClose('#contact-dialog');
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  });

  test('is left to another dialog that has opened', () => {
    createPage(<dialog open />);
    openAndClose('#contact-dialog');
    expect(document.body).toHaveFocus();
  });

  test.each([
    ['inside a closed dialog goes to the menu’s button', '', 'menu'],
    ['inside an open dialog stays there', 'open', 'inside'],
  ])('%s', (_, opened, focused) => {
    document.body.innerHTML = `<button popovertarget="site-menu" id="menu"></button>
      <dialog ${opened}><button id="inside"></button></dialog>`;
    document.getElementById('inside')?.focus();
    restoreFocus();
    expect(document.activeElement?.id).toBe(focused);
  });

  test('stays where it is on a page without a menu', () => {
    document.body.innerHTML = '<dialog><button id="behind"></button></dialog>';
    document.getElementById('behind')?.focus();
    restoreFocus();
    expect(document.activeElement?.id).toBe('behind');
  });
});
