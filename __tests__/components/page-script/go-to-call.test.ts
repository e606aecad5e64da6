import { goToCall } from '@/components/page-script/go-to-call';

beforeAll(goToCall);
beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `
    <a href="#phone-caller" data-to-call=""><i>Try</i></a><a href="#demo">Demo</a>
    <div class="stage"><button data-call-main="">Start</button></div>`;
});

const scrolled = jest.fn();
HTMLElement.prototype.scrollIntoView = scrolled;
const findStartButton = () => document.querySelector('button');

test('a link to the call scrolls it into view and focuses Start after the browser’s jump', () => {
  document.querySelector('i')!.click();
  expect(scrolled).not.toHaveBeenCalled();
  jest.runAllTimers();
  expect(scrolled.mock.contexts).toEqual([document.querySelector('.stage')]);
  expect(findStartButton()).toHaveFocus();
});

test('focusing Start does not scroll again', () => {
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  document.querySelector('i')!.click();
  jest.runAllTimers();
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  focus.mockRestore();
});

test('a link to a call that is not on the page does nothing', () => {
  document.querySelector('.stage')!.remove();
  document.querySelector('i')!.click();
  expect(jest.runAllTimers).not.toThrow();
});

test('ignores other links', () => {
  document.querySelector<HTMLElement>('[href="#demo"]')!.click();
  jest.runAllTimers();
  expect(scrolled).not.toHaveBeenCalled();
  expect(findStartButton()).not.toHaveFocus();
});
