import { exemptLoopbackFromProxy } from '@/lib/settings/loopback.mjs';

const LOOPBACK = 'localhost,127.0.0.1,::1,[::1]';

test.each([
  [{}, { NO_PROXY: LOOPBACK }],
  [{ NO_PROXY: '' }, { NO_PROXY: LOOPBACK }],
  [{ NO_PROXY: 'a.example b.example' }, { NO_PROXY: `a.example,b.example,${LOOPBACK}` }],
  [
    { no_proxy: 'localhost', NO_PROXY: 'x' },
    { no_proxy: `localhost,127.0.0.1,::1,[::1]`, NO_PROXY: 'x' },
  ],
  [{ NO_PROXY: '*' }, { NO_PROXY: '*' }],
])('turns %j into %j', (before, after) => {
  const variables = { NODE_ENV: 'test', ...before } as const;
  exemptLoopbackFromProxy(variables);
  exemptLoopbackFromProxy(variables);
  expect(variables).toEqual({ NODE_ENV: 'test', ...after });
});
