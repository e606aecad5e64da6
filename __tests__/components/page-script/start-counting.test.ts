import { fireEvent, screen } from '@testing-library/react';
import { startCounting } from '@/components/page-script/start-counting';
import { setUpPage } from './page-in-jsdom';

const beacon = jest.fn();
/** What the page has sent. */
const listSent = () =>
  beacon.mock.calls.map(([path, { type, text }]: [string, { type: string; text: string }]) => {
    expect([path, type]).toEqual(['/api/count', 'application/json']);
    return JSON.parse(text) as unknown;
  });
// jsdom's own blobs can only be read asynchronously.
const { Blob: realBlob } = globalThis;
afterAll(() => void (globalThis.Blob = realBlob));

let visibility: DocumentVisibilityState = 'visible';
const setVisibility = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  globalThis.Blob = jest.fn(([text], { type }) => ({ text, type })) as unknown as typeof Blob;
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  Object.assign(navigator, { sendBeacon: beacon });
  history.replaceState(null, '', '/');
});
const startAgain = setUpPage(
  startCounting,
  '<button data-from="hero"><b>Get Started</b></button><button ' +
    'data-from="footer">Later</button><p>Text</p>',
);
afterEach(() => {
  delete window.sendCount;
  for (const name of ['doNotTrack', 'globalPrivacyControl', 'sendBeacon'])
    Reflect.deleteProperty(navigator, name);
});

const seen = { page: '/', event: 'page_seen' };

test('counts a visible page once', () => {
  setVisibility('hidden');
  setVisibility('visible');
  expect(listSent()).toEqual([seen]);
});

test('a page in the background or prerendered is counted when it becomes visible', () => {
  visibility = 'hidden';
  beacon.mockClear();
  startAgain();
  setVisibility('hidden');
  expect(beacon).not.toHaveBeenCalled();
  setVisibility('visible');
  setVisibility('visible');
  expect(listSent()).toEqual([seen]);
});

test.each([
  ['/?utm_source=newsletter', 'newsletter'],
  ['/?utm_medium=mail&utm_source=LinkedIn&x=1', 'LinkedIn'],
  // Only what may be a name leaves the page.
  ['/?utm_source=jana%40example.com', undefined],
  [`/?utm_source=${'x'.repeat(41)}`, undefined],
  ['/?utm_source=', undefined],
  ['/?my_utm_source=x', undefined],
  ['/?q=1#utm_source=x', undefined],
])('from %s, sends the source %s and nothing else of the query', (address, source) => {
  history.replaceState(null, '', address);
  beacon.mockClear();
  startAgain();
  expect(listSent()).toEqual([source === undefined ? seen : { ...seen, source }]);
});

test('sends the language of the page as it was before a translator changed it', () => {
  document.documentElement.lang = 'en';
  startAgain();
  document.documentElement.lang = 'fr';
  beacon.mockClear();
  window.sendCount?.('call_near');
  document.documentElement.removeAttribute('lang');
  expect(listSent()).toEqual([{ page: '/', language: 'en', event: 'call_near' }]);
});

test('the first opening of the dialog is counted, with its place', () => {
  beacon.mockClear();
  fireEvent.click(document);
  fireEvent.click(screen.getByText('Text'));
  expect(beacon).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Get Started'));
  fireEvent.click(screen.getByText('Later'));
  expect(listSent()).toEqual([{ page: '/', event: 'dialog_opened:hero' }]);
});

test('sendCount sends later events in the same format', () => {
  beacon.mockClear();
  history.replaceState(null, '', '/outreach?contact_name=Jana&utm_source=email');
  window.sendCount?.('call_active:3');
  expect(listSent()).toEqual([{ page: '/outreach', source: 'email', event: 'call_active:3' }]);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('sends nothing with %s', (_name, choice) => {
  delete window.sendCount;
  Object.defineProperties(
    navigator,
    Object.fromEntries(
      Object.entries(choice).map(([name, value]) => [name, { configurable: true, value }]),
    ),
  );
  beacon.mockClear();
  startAgain();
  setVisibility('visible');
  fireEvent.click(screen.getByText('Get Started'));
  expect(window.sendCount).toBeUndefined();
  expect(beacon).not.toHaveBeenCalled();
});

test('counts if Do Not Track is "0"', () => {
  Object.defineProperty(navigator, 'doNotTrack', { configurable: true, value: '0' });
  beacon.mockClear();
  startAgain();
  expect(listSent()).toEqual([seen]);
});

test('counts nothing in a browser without beacons', () => {
  Object.assign(navigator, { sendBeacon: undefined });
  startAgain();
  fireEvent.click(screen.getByText('Get Started'));
  expect(beacon).toHaveBeenCalledTimes(1);
});
