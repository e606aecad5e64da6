import { fireEvent, screen } from '@testing-library/react';
import { ahead, begin, earlyInJsdom, end, pass, setAside, sources } from './early-page';

earlyInJsdom();

const asleep = [null, null, null, null];
const scroll = () => document.dispatchEvent(new Event('scroll'));

describe('React', () => {
  test.each(['click', 'keydown', 'focusin', 'scroll', 'pointermove'])(
    'wakes at the first %s',
    async (type) => {
      setAside();
      await pass(60_000);
      expect(sources()).toEqual(asleep);
      // Heard on its way down: not all of them bubble.
      screen.getByText('Start').dispatchEvent(new Event(type));
      expect(sources()).toEqual(asleep);
      await pass();
      expect(sources()).toEqual([null, '/a.js', '/b.js']);
    },
  );

  test.each(['pointerdown', 'touchstart'])('is not woken by a %s', async (type) => {
    setAside();
    document.dispatchEvent(new Event(type));
    await pass();
    expect(sources()).toEqual(asleep);
  });

  test('gets its data first, and is started when all the others are there', async () => {
    setAside();
    scroll();
    await pass();
    expect(window.__next_f).toEqual([[0], [1, '1:"data"\n']]);
    // What starts React is under way as well, but does not run yet.
    expect(sources()).toEqual([null, '/a.js', '/b.js']);
    expect(ahead()).toEqual(['preload script /turbopack-r.js']);
    end('/a.js', 'load');
    await pass();
    expect(sources()).toEqual([null, '/a.js', '/b.js']);
    end('/b.js', 'load');
    await pass();
    expect(sources()).toEqual(['/turbopack-r.js', '/a.js', '/b.js']);
    end('/turbopack-r.js', 'load');
    await pass(60_000);
    expect(sources()).toEqual(['/turbopack-r.js', '/a.js', '/b.js']);
  });

  test('wakes once, however much is done', async () => {
    setAside();
    scroll();
    document.dispatchEvent(new Event('keydown'));
    await pass();
    setAside();
    scroll();
    await pass();
    expect(window.__next_f).toHaveLength(2);
  });

  test('keeps the data that came before', async () => {
    window.__next_f = [[1, 'earlier']];
    setAside();
    scroll();
    await pass();
    expect(window.__next_f).toEqual([[1, 'earlier'], [0], [1, '1:"data"\n']]);
  });

  test('waits for the rest of a page that is still coming', async () => {
    const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    begin();
    scroll();
    await pass();
    setAside();
    expect(sources()).toEqual(asleep);
    state.mockReturnValue('interactive');
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await pass();
    expect(sources()).toEqual([null, '/a.js', '/b.js']);
    expect(window.__next_f).toHaveLength(2);
  });

  test('is left alone where nothing was set aside', async () => {
    scroll();
    await pass();
    expect(sources()).toEqual([]);
    expect(window.__next_f).toBeUndefined();
  });

  test('is known by its starter’s name, wherever that stands', async () => {
    document.body.innerHTML =
      '<script type="text/x-component">1:"data"</script>' +
      '<script type="text/x-deferred" data-src="/a.js"></script>' +
      '<script type="text/x-deferred" data-src="/turbopack-r.js"></script>';
    scroll();
    await pass();
    expect(sources()).toEqual(['/a.js', null]);
  });

  test('is started at once where nothing else has to come', async () => {
    document.body.innerHTML =
      '<script type="text/x-component">1:"data"</script>' +
      '<script type="text/x-deferred" data-src="/turbopack-r.js"></script>';
    scroll();
    await pass();
    expect(sources()).toEqual(['/turbopack-r.js']);
    expect(ahead()).toEqual([]);
  });
});

describe('a script that does not come', () => {
  test('is asked for again after a while, the others and the data are not', async () => {
    setAside();
    const start = screen.getByText('Start');
    fireEvent.click(start);
    await pass();
    end('/a.js', 'error');
    end('/b.js', 'load');
    for (const pause of [1_000, 2_000, 4_000]) {
      await pass(pause - 1);
      expect(sources()).toEqual([null, null, '/b.js']);
      expect(start).toHaveAttribute('data-pressed');
      await pass(1);
      expect(sources()).toEqual([null, '/a.js', '/b.js']);
      end('/a.js', 'error');
    }
    // Nobody answers for so long that the press is forgotten.
    await pass(0);
    expect(start).not.toHaveAttribute('data-pressed');
    await pass(8_000);
    end('/a.js', 'load');
    await pass(0);
    expect(sources()).toEqual(['/turbopack-r.js', '/a.js', '/b.js']);
    expect(window.__next_f).toHaveLength(2);
  });

  test('may be the one that starts React', async () => {
    setAside();
    scroll();
    await pass();
    end('/a.js', 'load');
    end('/b.js', 'load');
    await pass();
    end('/turbopack-r.js', 'error');
    await pass(999);
    expect(sources()).toEqual([null, '/a.js', '/b.js']);
    await pass(1);
    expect(sources()).toEqual(['/turbopack-r.js', '/a.js', '/b.js']);
  });
});

describe('what waits', () => {
  const asked = [
    'prefetch script /turbopack-r.js',
    'prefetch script /a.js',
    'prefetch script /b.js',
  ];
  const load = () => fireEvent(window, new Event('load'));
  const connection = (value: unknown) => Object.assign(navigator, { connection: value });
  afterEach(() => {
    connection(undefined);
    Reflect.deleteProperty(window, 'requestIdleCallback');
  });

  test('is fetched ahead once the page has loaded, been painted and been idle', async () => {
    setAside();
    await pass(60_000);
    expect(ahead()).toEqual([]);
    load();
    await pass(200);
    expect(ahead()).toEqual([]);
    await pass(40);
    expect(ahead()).toEqual(asked);
  });

  test('is fetched ahead when the browser says that it is idle, where it does', async () => {
    let idle: (() => void) | undefined;
    Object.assign(window, { requestIdleCallback: (then: () => void) => (idle = then) });
    setAside();
    load();
    await pass(16);
    expect(idle).toBeUndefined();
    await pass(1_000);
    expect(ahead()).toEqual([]);
    idle?.();
    expect(ahead()).toEqual(asked);
  });

  test('is not fetched ahead for a visitor who saves data', async () => {
    connection({ saveData: true });
    setAside();
    load();
    await pass(500);
    expect(ahead()).toEqual([]);
    connection({ saveData: false });
    load();
    await pass(500);
    expect(ahead()).toEqual(asked);
  });

  test('is preloaded where it may not be prefetched, and asked for no third time', async () => {
    setAside();
    load();
    await pass(500);
    jest.mocked(DOMTokenList.prototype.supports).mockReturnValue(true);
    const links = () => document.head.querySelectorAll('link');
    for (const link of links()) fireEvent.error(link);
    for (const link of [...links()].slice(3)) fireEvent.error(link);
    expect(ahead()).toEqual([
      ...asked,
      ...asked.map((entry) => entry.replace('prefetch', 'preload')),
    ]);
  });

  test('is preloaded where there is no prefetch', async () => {
    jest.mocked(DOMTokenList.prototype.supports).mockReturnValue(false);
    setAside();
    load();
    await pass(500);
    expect(ahead()).toEqual(asked.map((entry) => entry.replace('prefetch', 'preload')));
  });

  test('is preloaded at once in Firefox, which would refuse a prefetch under our policy', async () => {
    jest
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
    setAside();
    load();
    await pass(500);
    expect(ahead()).toEqual(asked.map((entry) => entry.replace('prefetch', 'preload')));
  });
});
