/** @jest-environment node */
import { countFailure } from '@/lib/server/error-reports/failure-burst';
import { reportRequestError } from '@/lib/server/error-reports/request-error';
import { collectLogLines } from '../log/log-lines';

jest.mock('@/lib/server/error-reports/failure-burst');

const lines = collectLogLines();
const ID = '0b6e9d42-13c8-4f7e-8d25-6a9c7e1f3b08';
const DIGEST = '3047389217';

type Headers = Record<string, string | string[]>;

/** Reports an error as Next does, for a page that Eva has requested. */
function reportCaught(
  error: unknown,
  headers: Headers = {},
  routeType: 'render' | 'route' = 'render',
) {
  reportRequestError(
    error,
    { path: '/outreach?contact_name=Eva', method: 'GET', headers: { cookie: 'Eva', ...headers } },
    {
      routerKind: 'App Router',
      routePath: '/(cs)/outreach/page',
      routeType,
      revalidateReason: undefined,
    },
  );
}

const createFault = () => Object.assign(new TypeError('Eva was here'), { digest: DIGEST });

test('logs a failed page with its request id, digest, route and place', () => {
  reportCaught(createFault(), { 'x-request-id': ID });
  expect(lines).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      request_id: ID,
      error: 'TypeError',
      at: expect.stringMatching(/^at .*request-error\.test\.ts:\d+:\d+\)?$/),
      digest: DIGEST,
      route: '/(cs)/outreach/page',
      msg: 'request failed unexpectedly',
    },
  ]);
  expect(countFailure).toHaveBeenCalledWith('site-failing', '/(cs)/outreach/page');
});

test.each<[string, Headers, 'render' | 'route']>([
  ['there is none', {}, 'render'],
  ['it is not one of ours', { 'x-request-id': '"},{"level":"error"' }, 'render'],
  ['text follows it', { 'x-request-id': `${ID} Eva` }, 'render'],
  ['text precedes it', { 'x-request-id': `Eva ${ID}` }, 'render'],
  ['it is sent twice', { 'x-request-id': [ID, ID] }, 'render'],
  ['the proxy does not run for it', { 'x-request-id': ID }, 'route'],
])('logs no request id when %s', (_why, headers, routeType) => {
  reportCaught(createFault(), headers, routeType);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('request_id');
});

test.each<unknown>([
  ...['Eva', '12 Eva', 'Eva 12', '12345678901', 12].map((digest) =>
    Object.assign(new Error('x'), { digest }),
  ),
  ...[new Error('x'), 'Eva', null],
])('logs no digest of %p', (error) => {
  reportCaught(error);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('digest');
  expect(JSON.stringify(lines)).not.toContain('Eva');
});

test('names the setting that is missing', () => {
  reportCaught(Object.assign(new Error('SITE_URL is missing'), { name: 'SettingsError' }));
  expect(lines).toMatchObject([{ error: 'SettingsError', settings: 'SITE_URL is missing' }]);
});

test.each([
  ['a message that looks like a stack', new Error('Eva\n    at Eva'), 'Error'],
  ['no stack', Object.assign(new RangeError('Eva'), { stack: undefined }), 'RangeError'],
  ['no error', 'Eva', 'string'],
])('logs the kind, but nothing of the message of a fault with %s', (what, error, name) => {
  reportCaught(error);
  expect(lines).toMatchObject([{ error: name }]);
  expect(lines[0]).not.toHaveProperty('settings');
  expect('at' in lines[0]!).toBe(what.startsWith('a message'));
  expect(JSON.stringify(lines)).not.toContain('Eva');
});

// All that Next's router sends begins like this, and nothing else does.
test.each(['rsc', 'next-router-state-tree', 'next-action', 'next-url'])(
  'a request with the header %s, which no page of ours sends, alarms nobody',
  (name) => {
    reportCaught(createFault(), { [name]: 'broken' });
    expect(lines).toMatchObject([{ level: 'info', route: '/(cs)/outreach/page' }]);
    expect(countFailure).not.toHaveBeenCalled();
  },
);
