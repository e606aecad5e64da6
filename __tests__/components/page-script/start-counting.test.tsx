import { fireEvent, screen } from '@testing-library/react';
import { startCounting } from '@/components/page-script/start-counting';
import { setUpPage } from './page-in-jsdom';

const beacon = jest.fn();
/** What the page has sent since the last time. */
const takeSent = () =>
  beacon.mock.calls
    .splice(0)
    .map(([path, { type, text }]: [string, { type: string; text: string }]) => {
      expect([path, type]).toEqual(['/api/count', 'application/json']);
      return JSON.parse(text) as unknown;
    });
// jsdom's own blobs can only be read asynchronously.
const { Blob: realBlob } = globalThis;
afterAll(() => void (globalThis.Blob = realBlob));

let visibility: DocumentVisibilityState;
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
  `<button data-from="hero"><b>Get Started</b></button><button data-from="footer">Later</button>`,
);
afterEach(() => {
  delete window.sendCount;
  for (const name of ['doNotTrack', 'globalPrivacyControl', 'sendBeacon'])
    Reflect.deleteProperty(navigator, name);
});

const seen = { page: '/', source: '', event: 'page_seen' };

test('counts a page once, when it becomes visible', () => {
  setVisibility('hidden');
  setVisibility('visible');
  expect(takeSent()).toEqual([seen]);
  visibility = 'hidden';
  startAgain();
  setVisibility('hidden');
  expect(takeSent()).toEqual([]);
  setVisibility('visible');
  setVisibility('visible');
  expect(takeSent()).toEqual([seen]);
});

test('sends the source and nothing else of the query', () => {
  history.replaceState(null, '', '/outreach?contact_name=Jana&utm_source=LinkedIn#x');
  takeSent();
  window.sendCount?.('call_active', '3');
  expect(takeSent()).toEqual([
    { page: '/outreach', source: 'utm:LinkedIn', event: 'call_active:3' },
  ]);
});

test('sends the language of the page as it was before a translator changed it', () => {
  document.documentElement.lang = 'en';
  startAgain();
  document.documentElement.lang = 'fr';
  takeSent();
  window.sendCount?.('call_near');
  document.documentElement.removeAttribute('lang');
  expect(takeSent()).toEqual([{ page: '/', source: '', language: 'en', event: 'call_near' }]);
});

test('counts an event once, with its first detail', () => {
  takeSent();
  window.sendCount?.('call_ended', 'visitor');
  window.sendCount?.('call_ended', 'assistant');
  expect(takeSent()).toEqual([{ page: '/', source: '', event: 'call_ended:visitor' }]);
  fireEvent.click(document);
  fireEvent.click(screen.getByText('Get Started'));
  fireEvent.click(screen.getByText('Later'));
  expect(takeSent()).toEqual([{ page: '/', source: '', event: 'dialog_opened:hero' }]);
});

test.each([
  ['nothing with Do Not Track', 'doNotTrack', '1', []],
  ['nothing with Global Privacy Control', 'globalPrivacyControl', true, []],
  ['as usual where Do Not Track is off', 'doNotTrack', '0', [seen]],
  ['nothing in a browser without beacons', 'sendBeacon', undefined, []],
])('counts %s', (_what, property, value, counted) => {
  takeSent();
  delete window.sendCount;
  Object.defineProperty(navigator, property, { configurable: true, value });
  startAgain();
  setVisibility('visible');
  if (counted.length === 0) fireEvent.click(screen.getByText('Get Started'));
  expect(takeSent()).toEqual(counted);
});
