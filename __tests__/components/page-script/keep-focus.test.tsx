import { keepFocus } from '@/components/page-script/keep-focus';

beforeAll(keepFocus);
beforeEach(() => {
  document.body.innerHTML = `
    <button id="before"></button>
    <div id="group">
      <div id="words"><button id="first"></button><button id="second"></button></div>
      <form hidden><input /></form>
      <button id="mute"></button>
    </div>
    <div><div id="captions" tabindex="0"></div><button id="newest"></button></div>
    <div id="line"><button id="stop"></button></div>
    <div id="region" tabindex="0"></div>
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
  ['the next of its group', 'first', ['first'], 'second'],
  ['the next one, not the last', 'before', ['before'], 'first'],
  ['the one before if it was the last', 'second', ['second'], 'first'],
  ['the next of the group around it if its own is gone', 'first', ['words'], 'mute'],
  ['what scrolls, if its group has nothing else', 'newest', ['newest'], 'captions'],
  ['a control rather than what scrolls', 'stop', ['line'], 'link'],
  ['one that is left', 'first', ['first', 'second'], 'mute'],
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
