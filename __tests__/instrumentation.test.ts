/** @jest-environment node */
import { onRequestError, register } from '@/instrumentation';
import { startBackgroundJobs } from '@/lib/server/notify/background-jobs';
import { reportRequestError } from '@/lib/server/failures';
import { exitIfMisconfigured } from '@/lib/server/refuse-when-misconfigured';

jest.mock('@/lib/server/notify/background-jobs');
jest.mock('@/lib/server/failures');
jest.mock('@/lib/server/refuse-when-misconfigured');

const start = (settings: Record<string, string>) => {
  jest.replaceProperty(process, 'env', { ...process.env, ...settings });
  return register();
};

test('checks whether the server may serve', async () => {
  await start({ NEXT_RUNTIME: 'nodejs' });
  expect(exitIfMisconfigured).toHaveBeenCalledTimes(1);
});

test.each([
  { ALERT_WEBHOOK_URL: 'https://hooks.example' },
  { ALERT_WEBHOOK_URL: ' ', ALERT_SMTP_URL: '' },
] as Record<string, string>[])('starts the jobs with or without channels: %j', async (more) => {
  await start({ NEXT_RUNTIME: 'nodejs', ...more });
  expect(startBackgroundJobs).toHaveBeenCalledTimes(1);
});

test.each([
  ['a build', { NEXT_RUNTIME: 'nodejs', NEXT_PHASE: 'phase-production-build' }],
  ['another runtime', { NEXT_RUNTIME: 'edge' }],
])('does not check settings in %s', async (_what, settings: Record<string, string>) => {
  await start(settings);
  expect(exitIfMisconfigured).not.toHaveBeenCalled();
});

test.each([
  ['nodejs', 1],
  ['edge', 0],
])('reports an error caught in the runtime %s %i times', async (runtime, times) => {
  jest.replaceProperty(process, 'env', { ...process.env, NEXT_RUNTIME: runtime });
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
});
