import { act, fireEvent, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { callAhead } from '@/components/voice/call-ahead';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import { shellOf } from '@/lib/content/call-copy';
import { callCs } from '@/lib/content/call-cs';

const loader = (
  <CallWidgetLoader copy={shellOf(callCs)} when="near" ready={callCs.ready} privacyHref="/p" />
);
const files = '<script type="text/x-ahead" data-src="/a.js"></script>'.repeat(2);
const deferred = '<script type="text/x-deferred" data-src="/main.js"></script>';
const idle = () => act(() => new Promise((done) => setTimeout(done, 250)));
/** What is fetched ahead, in order: let it come, or fail. */
let asked: { src: string; comes: (file: { blob: () => unknown }) => void; fails: () => void }[];
const fetched = () => asked.map(({ src }) => src);
const comes = (index: number) => act(async () => asked[index]!.comes({ blob: () => '' }));

async function load(page: string) {
  asked = [];
  globalThis.fetch = jest.fn(
    (src) => new Promise((come, fails) => asked.push({ src: String(src), comes: come as never, fails })),
  );
  document.body.innerHTML = `<div id="root">${renderToString(loader)}</div>${page}`;
  callAhead();
  fireEvent(window, new Event('load'));
  await idle();
}

beforeEach(() => {
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
});
afterEach(() => Object.assign(navigator, { connection: undefined }));

test('the call is ready when all of its files have come', async () => {
  await load(files + deferred);
  const start = screen.getByRole('button', { name: callCs.start });
  expect(fetched()).toEqual(['/a.js', '/a.js']);
  await comes(0);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.initialising);
  expect(start).toHaveAttribute('aria-disabled', 'true');
  await comes(1);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
  expect(start).not.toHaveAttribute('aria-disabled');
});

test('React takes over what the script has said without a complaint', async () => {
  const complaints = jest.spyOn(console, 'error');
  await load(files + deferred);
  await comes(0);
  await comes(1);
  await act(async () => void hydrateRoot(document.getElementById('root')!, loader));
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
  expect(complaints).not.toHaveBeenCalled();
});

test('files that come when React already runs change nothing', async () => {
  await load(files);
  await comes(0);
  await comes(1);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.initialising);
});

test('a file that does not come keeps nobody waiting: the press asks for it again', async () => {
  await load(files + deferred);
  await comes(0);
  await act(async () => asked[1]!.fails());
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
});

test('a visitor who saves data fetches nothing ahead, and may press all the same', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  await load(files + deferred);
  expect(fetched()).toEqual([]);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
});
