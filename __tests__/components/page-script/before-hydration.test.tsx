import { renderToStaticMarkup } from 'react-dom/server';
import { BeforeHydration } from '@/components/page-script/before-hydration';
import { setUpPage } from './page-in-jsdom';

const html = renderToStaticMarkup(<BeforeHydration nonce="n" />);
const code = /^<script nonce="n">([^]*)<\/script>$/.exec(html)?.[1] ?? '';

let reported: unknown[];
beforeEach(() => {
  reported = [];
  window.reportError = (error) => void reported.push(error);
  // The first of the scripts that use it is the menu's, the last one is the counter's.
  Object.defineProperty(navigator, 'sendBeacon', { value: jest.fn(), configurable: true });
});

/** Runs the code in the global scope, as a browser runs an inline script. */
const run = () => (0, eval)(code) as unknown;

describe('the script of a page', () => {
  setUpPage(
    run,
    '<button aria-controls="menu" popovertarget="menu"></button><button ' +
      'command="show-modal" data-from="hero"></button>',
  );

  test('is one self-contained bundle', () => {
    expect(reported).toEqual([]);
    expect(document.querySelector('[popovertarget]')).toHaveAttribute('aria-expanded', 'false');
    expect(navigator.sendBeacon).toHaveBeenCalledTimes(1);
  });
});

describe('when one of the scripts throws', () => {
  setUpPage(() => {
    const { querySelectorAll } = document;
    const listen = document.addEventListener;
    // The first listener is the menu's.
    document.addEventListener = () => {
      document.addEventListener = listen;
      throw new Error('planted');
    };
    run();
    document.querySelectorAll = querySelectorAll;
  }, '<button command="show-modal" data-from="hero"></button>');

  test('the error is reported, and the others run', () => {
    expect(reported).toEqual([expect.objectContaining({ message: 'planted' })]);
    expect(navigator.sendBeacon).toHaveBeenCalledTimes(1);
  });
});
