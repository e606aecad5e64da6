/** @jest-environment node */
import { onRequestError, register } from '@/instrumentation';
import { startBackgroundJobs } from '@/lib/server/notify/background-jobs';
import { reportRequestError } from '@/lib/server/observe/request-error';
import { exitIfMisconfigured } from '@/lib/server/startup';
import { startTracing } from '@/lib/server/observe/tracing';

jest.mock('@/lib/server/notify/background-jobs');
jest.mock('@/lib/server/observe/request-error');
jest.mock('@/lib/server/startup');
jest.mock('@/lib/server/observe/tracing');

const before = process.env;
const start = (settings: Record<string, string>) => {
  process.env = { ...before, ...settings };
  return register();
};

beforeEach(() => jest.clearAllMocks());
afterEach(() => {
  process.env = before;
});

test('a server checks whether it may serve', async () => {
  await start({ NEXT_RUNTIME: 'nodejs' });
  expect(exitIfMisconfigured).toHaveBeenCalledTimes(1);
});

test.each([
  ['https://collector.example', 1],
  ['"https://collector.example"', 1],
  [' ', 0],
  ['""', 0],
  ['', 0],
])('with the collector %p traces are started %i times', async (collector, times) => {
  await start({ NEXT_RUNTIME: 'nodejs', OTEL_EXPORTER_OTLP_ENDPOINT: collector });
  expect(startTracing).toHaveBeenCalledTimes(times);
});

test.each([
  [{ ALERT_WEBHOOK_URL: 'https://hooks.example' }, 1],
  [{ ALERT_SMTP_URL: 'smtp://mail.example' }, 1],
  [{ ALERT_WEBHOOK_URL: ' ', ALERT_SMTP_URL: '' }, 1],
  [{ ALERT_WEBHOOK_URL: '""', ALERT_SMTP_URL: "''" }, 1],
])('with %j the timer is started %i times', async (settings: Record<string, string>, times) => {
  await start({ NEXT_RUNTIME: 'nodejs', ...settings });
  expect(startBackgroundJobs).toHaveBeenCalledTimes(times);
});

test('what a library reads itself is cleaned as well', async () => {
  await start({ NEXT_RUNTIME: 'nodejs', OTEL_EXPORTER_OTLP_HEADERS: '"authorization=Bearer a"\r' });
  expect(process.env.OTEL_EXPORTER_OTLP_HEADERS).toBe('authorization=Bearer a');
});

test.each([
  ['a build', { NEXT_RUNTIME: 'nodejs', NEXT_PHASE: 'phase-production-build' }],
  ['another runtime', { NEXT_RUNTIME: 'edge' }],
])('%s needs no settings', async (_what, settings: Record<string, string>) => {
  await start(settings);
  expect(exitIfMisconfigured).not.toHaveBeenCalled();
});

test.each([
  ['nodejs', 1],
  ['edge', 0],
])(
  'an error that Next has caught in the runtime %s is reported %i times',
  async (runtime, times) => {
    process.env = { ...before, NEXT_RUNTIME: runtime };
    const report: Parameters<typeof onRequestError> = [
      new Error('x'),
      { path: '/', method: 'GET', headers: {} },
      {
        routerKind: 'App Router',
        routePath: '/page',
        routeType: 'render',
        revalidateReason: undefined,
      },
    ];
    await onRequestError(...report);
    expect(jest.mocked(reportRequestError).mock.calls).toEqual(Array(times).fill(report));
  },
);
