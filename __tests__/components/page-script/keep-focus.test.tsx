import { keepFocus } from '@/components/page-script/keep-focus';

beforeAll(keepFocus);
beforeEach(() => {
  document.body.innerHTML = `
    <button id="before"></button>
    <div id="group">
      <div id="words"><button id="first"></button><button id="second"></button></div>
      <button id="mute"></button>
    </div>
    <div><div id="captions" tabindex="0"></div><button id="newest"></button></div>
    <div>
      <button id="start" data-call-main></button>
      <button id="reply"></button>
      <button id="end" data-call-main></button>
    </div>
    <a id="link" href="#x"></a>`;
});
afterEach(() => document.body.replaceChildren());

const find = (id: string) => document.getElementById(id)!;
const getFocusedId = () => document.activeElement?.id ?? '';
/** Focuses a control, then removes these elements. */
async function remove(focused: string, ...removed: string[]) {
  find(focused).focus();
  for (const id of removed) find(id).remove();
  await Promise.resolve();
}

it.each([
  ['another of its group', 'first', ['first'], 'second'],
  ['one of the group around it if its own is gone', 'first', ['words'], 'mute'],
  ['one that is left', 'first', ['first', 'second'], 'mute'],
  ['what scrolls, if its group has it first', 'newest', ['newest'], 'captions'],
  ['the next main button', 'start', ['start'], 'end'],
  ['another if there is no main button', 'start', ['start', 'end'], 'reply'],
])('gives the focus to %s', async (_what, focused, removed, next) => {
  await remove(focused, ...removed);
  expect(getFocusedId()).toBe(next);
});

it('passes over what does not take the focus', async () => {
  find('second').setAttribute('disabled', '');
  await remove('first', 'first');
  expect(getFocusedId()).toBe('mute');
});

it('leaves the focus where its own code has moved it', async () => {
  find('first').focus();
  find('first').remove();
  find('link').focus();
  await Promise.resolve();
  expect(getFocusedId()).toBe('link');
});

it('takes no focus after the visitor has left the control', async () => {
  find('first').focus();
  find('first').blur();
  await Promise.resolve();
  find('first').remove();
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});

it('takes no focus when something else disappears', async () => {
  await remove('mute', 'first');
  expect(getFocusedId()).toBe('mute');
});
