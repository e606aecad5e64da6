import { keepBarClear } from '@/components/before-hydration/keep-bar-clear';
import { inPage } from './page-in-jsdom';

inPage(
  keepBarClear,
  `<a id="before"></a>
  <div class="try-call-reach">
    <button id="ask"></button><a id="hear"></a>
    <div class="try-call-track"><a class="try-call"></a></div>
  </div>`,
);

const bar = () => document.querySelector('.try-call');
/** Puts an element at this height of the window. */
const place = (selector: string, top: number, bottom: number) => {
  document.querySelector(selector)!.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
};

beforeEach(() => {
  place('.try-call', 600, 656);
  for (const other of ['#before', '#ask', '#hear']) place(other, 100, 150);
});

test.each(['#ask', '#hear'])('the bar is out of the way while it would cut %s', (other) => {
  for (const [top, bottom, aside] of [
    [540, 592, false],
    [541, 593, true],
    [580, 632, true],
    [655, 700, true],
    [656, 700, false],
  ] as const) {
    place(other, top, bottom);
    dispatchEvent(new Event('scroll'));
    expect([top, bar()?.hasAttribute('data-aside')]).toEqual([top, aside]);
  }
});

test('it looks again when the window has another size', () => {
  place('#ask', 580, 632);
  dispatchEvent(new Event('resize'));
  expect(bar()).toHaveAttribute('data-aside');
});

test('what lies outside its sections does not count', () => {
  place('#before', 580, 632);
  dispatchEvent(new Event('scroll'));
  expect(bar()).not.toHaveAttribute('data-aside');
});

test('a page without the bar is left alone', () => {
  document.body.innerHTML = '<div class="try-call-reach"><button></button></div>';
  dispatchEvent(new Event('scroll'));
  expect(document.querySelector('[data-aside]')).toBeNull();
});
