import { fireEvent, screen } from '@testing-library/react';
import { callEn } from '@/lib/content/call-en';
import { button, call, click, setUpWidget, show, step, world } from './widget-bench';

setUpWidget();

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: callEn.typeHere });
const type = (value: string) => step(() => fireEvent.input(field(), { target: { value } }));
const send = () => step(() => fireEvent.submit(field().form!));
const bubble = (text: string) => screen.queryByText(text, { selector: '.bubble' });

async function callWithKeyboard() {
  show();
  await call();
  await click(callEn.keyboard);
}

test('the keyboard opens a field with the focus, in place of the quick replies', async () => {
  show();
  await call();
  const [example = ''] = callEn.examples.sentences;
  expect(button(example)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await click(callEn.keyboard);
  expect(button(callEn.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(field()).toHaveFocus();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
});

test('what is typed is sent, stands in the talk and leaves the field', async () => {
  await callWithKeyboard();
  await type('Who sees my data?');
  await send();
  expect(bubble('Who sees my data?')).toBeVisible();
  expect(field()).toHaveValue('');
});

test.each([
  [
    'that cannot be sent now',
    async () =>
      step(() => world.sdk?.emit('network-connection', { type: 'sfu', event: 'interrupted' })),
  ],
  [
    'while the field is hidden',
    async () => {
      await click(callEn.keyboard);
      await click(callEn.keyboard);
    },
  ],
])('text %s is kept', async (what, happens) => {
  await callWithKeyboard();
  await type('Who sees my data?');
  await happens();
  if (what.startsWith('that')) await send();
  expect(field()).toHaveValue('Who sees my data?');
  expect(bubble('Who sees my data?')).toBeNull();
});

test('a quick reply is said once', async () => {
  show();
  await call();
  const [example = '', other = ''] = callEn.examples.sentences;
  await click(example);
  expect(bubble(example)).toBeVisible();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
  expect(button(other)).toBeVisible();
});
