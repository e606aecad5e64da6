import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ContactDialog } from '@/components/contact/contact-dialog';
import { OpenContactButton } from '@/components/contact/open-contact-button';
import { invokeCommands } from '@/components/page-script/controls';
import { contactCopyEn as copy, fieldErrorsEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { contactMail } from '@/lib/content/site';
import { collectSpeech, setUpReader } from './reader';

setUpReader();
// jsdom knows no invoker commands.
beforeAll(invokeCommands);

const mockAnswer = (status: number, body: unknown) => {
  globalThis.fetch = () =>
    Promise.resolve({ status, json: () => Promise.resolve(body) } as Response);
};

async function openDialog() {
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia;
  render(
    <>
      <OpenContactButton from="hero">Get Started</OpenContactButton>
      <ContactDialog />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Get Started' }));
  return screen.getByRole('dialog', { name: copy.title });
}
const send = () => userEvent.click(screen.getByRole('button', { name: copy.submit }));
const fill = async () => {
  await userEvent.selectOptions(
    screen.getByLabelText(copy.fields.service_type.label),
    'crm-integrations',
  );
  await userEvent.type(screen.getByLabelText(copy.fields.email.label), 'a@b.cz');
};

test('a refused form reads each error at its field', async () => {
  const dialog = await openDialog();
  await send();
  await waitFor(() => expect(screen.getByLabelText(copy.fields.service_type.label)).toHaveFocus());
  const said = await collectSpeech(dialog);
  expect(said[0]).toBe(`dialog, ${copy.title}`);
  const { service_type, email, message } = copy.fields;
  const findPhrase = (start: string) => said.find((phrase) => phrase.startsWith(start));
  expect(
    findPhrase(`combobox, ${service_type.label}, ${fieldErrorsEn.service_required}, `),
  ).toMatch(/invalid/);
  expect(
    findPhrase(`textbox, ${email.label}, ${fieldErrorsEn.email_required}, invalid`),
  ).toBeDefined();
  const counted = findPhrase(`textbox, ${message.label}, 0/1000 ${copy.counter}, `);
  expect(counted).toBeDefined();
  expect(counted).not.toMatch(/invalid/);
});

test('a failed form is read as an alert with our mail address, before the fields', async () => {
  const dialog = await openDialog();
  await fill();
  mockAnswer(500, { ok: false, error: 'internal', message: 'It failed.' });
  await send();
  await screen.findByRole('alert');
  const said = await collectSpeech(dialog);
  const alert = said.indexOf('alert');
  expect(said.slice(alert, said.indexOf('end of alert'))).toEqual(
    expect.arrayContaining([copy.errorSummary, 'It failed.', `link, ${contactMail}`]),
  );
  const fields = said.findIndex((words) =>
    words.startsWith(`combobox, ${copy.fields.service_type.label}`),
  );
  expect(fields).toBeGreaterThan(said.indexOf('end of alert'));
  expect(said.slice(0, alert)).toContain(copy.intro);
});

test('a sent form is confirmed by a dialog that names the request and the next step', async () => {
  await openDialog();
  await fill();
  mockAnswer(200, { ok: true, service_type: 'crm-integrations' });
  await send();
  const said = await collectSpeech(await screen.findByRole('dialog', { name: copy.success.title }));
  expect(said[0]?.startsWith(`dialog, ${copy.success.title}, `)).toBe(true);
  expect(said[0]).toContain(servicesEn['crm-integrations'].name);
  const notes = copy.success.notes.map(({ text }) => said.indexOf(text));
  expect(Math.min(...notes)).toBeGreaterThan(0);
  expect(said.indexOf(`button, ${copy.success.close}`)).toBeGreaterThan(Math.max(...notes));
});
