/** @jest-environment node */
import { log } from '@/lib/server/log/log';
import { withRequestLog, attachErrorCode } from '@/lib/server/log/request-log';
import { collectLogLines } from './log-lines';

const lines = collectLogLines();
const request = new Request('http://localhost/api/x?email=eva', { method: 'POST' });

test('puts one id on the response and every line of its request', async () => {
  const response = await withRequestLog(() => {
    log.debug({ step: 1 }, 'at work');
    return new Response();
  })(request);
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(lines.map((line) => line['request_id'])).toEqual([id, id]);
  expect(lines[0]).toMatchObject({ level: 'debug', step: 1, msg: 'at work' });
});

test('gives each request its own id, and none outside a request', async () => {
  const handler = withRequestLog(() => new Response());
  const [first, second] = await Promise.all([handler(request), handler(request)]);
  expect(first?.headers.get('x-request-id')).not.toBe(second?.headers.get('x-request-id'));
  lines.length = 0;
  log.info({}, 'outside');
  expect(lines).toEqual([{ level: 'info', time: expect.any(String), msg: 'outside' }]);
});

test('logs a request with its route, without the query', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1041.6);
  await withRequestLog(() => new Response(null, { status: 204 }))(request);
  now.mockRestore();
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request_id: expect.any(String),
      method: 'POST',
      route: '/api/x',
      status: 204,
      ms: 42,
      msg: 'request',
    },
  ]);
});

test.each([
  [499, 'info'],
  [500, 'error'],
  [503, 'error'],
])('logs status %i as %s, with the error code', async (status, level) => {
  await withRequestLog(() => attachErrorCode(new Response(null, { status }), 'some_class'))(
    request,
  );
  expect(lines).toEqual([expect.objectContaining({ level, status, error: 'some_class' })]);
});
