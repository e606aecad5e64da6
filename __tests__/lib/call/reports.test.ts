/** @jest-environment node */
import { reportFailure } from '@/lib/call/reports';

const failure = { kind: 'no-answer', phase: 'waiting' } as const;
const detail = 'vendor words';

function runInMode(mode: string, report: () => void) {
  const before = process.env.NODE_ENV;
  Object.assign(process.env, { NODE_ENV: mode });
  report();
  Object.assign(process.env, { NODE_ENV: before });
}

beforeEach(() => {
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('offline')));
  jest.spyOn(console, 'info').mockReturnValue(undefined);
});

it('sends only kind and stage, with a request that outlives the page', () => {
  const more = { ...failure, visitor: 'secret' };
  runInMode('production', () => reportFailure(more, detail, 'call-1'));
  expect(jest.mocked(fetch).mock.calls).toEqual([
    [
      '/api/call-failure',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"kind":"no-answer","stage":"waiting"}',
        keepalive: true,
      },
    ],
  ]);
  expect(console.info).not.toHaveBeenCalled();
});

it('logs the vendor’s text in development', () => {
  runInMode('development', () => reportFailure(failure, detail, 'call-1'));
  expect(jest.mocked(console.info).mock.calls).toEqual([
    ['Call failed', { ...failure, detail, callId: 'call-1' }],
  ]);
});
