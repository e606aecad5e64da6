import code from '@/components/page-script/page.script.ts?inline';
import { setUpPage } from './page-in-jsdom';

const beacon = jest.fn();
beforeEach(() => {
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
});
setUpPage(
  // In the global scope, as a browser runs an inline script.
  () => (0, eval)(code) as unknown,
  '<button aria-controls="menu" popovertarget="menu"></button>',
);

test('the script of a page is one self-contained bundle', () => {
  // By what it calls first, and what it calls last.
  expect(document.querySelector('[popovertarget]')).toHaveAttribute('aria-expanded', 'false');
  expect(beacon).toHaveBeenCalledTimes(1);
});
