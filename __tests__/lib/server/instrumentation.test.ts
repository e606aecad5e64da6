/** @jest-environment node */
import { register } from '@/instrumentation';
import { sendCopies } from '@/lib/server/compressed-copies';
import { deferResponses } from '@/lib/server/defer-responses';
import { env } from '@/lib/server/env';
import { requireSettings } from '@/lib/server/startup';

jest.mock('@/lib/server/compressed-copies');
jest.mock('@/lib/server/defer-responses');
jest.mock('@/lib/server/env');
jest.mock('@/lib/server/startup');

const before = process.env;
const start = (settings: Record<string, string>) => {
  process.env = { ...before, ...settings };
  return register();
};
const server = (NODE_ENV: string) =>
  jest.mocked(env).mockReturnValue({ NODE_ENV, NEXT_DIST_DIR: 'out' } as ReturnType<typeof env>);

beforeEach(() => {
  jest.clearAllMocks();
  server('production');
});
afterEach(() => {
  process.env = before;
});

test('a server checks its settings before anything else, then serves what the build has prepared', async () => {
  await start({ NEXT_RUNTIME: 'nodejs' });
  expect(requireSettings).toHaveBeenCalledWith(process.env);
  expect(deferResponses).toHaveBeenCalledWith('out');
  expect(sendCopies).toHaveBeenCalledWith('out');
  const [checked] = jest.mocked(requireSettings).mock.invocationCallOrder;
  const [served] = jest.mocked(deferResponses).mock.invocationCallOrder;
  expect(checked).toBeLessThan(Number(served));
});

test('the development server sends no copies of an earlier build', async () => {
  server('development');
  await start({ NEXT_RUNTIME: 'nodejs' });
  expect(deferResponses).toHaveBeenCalledWith('out');
  expect(sendCopies).not.toHaveBeenCalled();
});

test.each([
  ['a build', { NEXT_RUNTIME: 'nodejs', NEXT_PHASE: 'phase-production-build' }],
  ['another runtime', { NEXT_RUNTIME: 'edge' }],
])('%s needs no settings', async (_what, settings: Record<string, string>) => {
  await start(settings);
  expect(requireSettings).not.toHaveBeenCalled();
  expect(deferResponses).not.toHaveBeenCalled();
});
