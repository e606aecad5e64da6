import { Calls } from '@/local/voice/calls';

test('a call whose browser was killed ends at its limit', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  const calls = new Calls({ publicKey: 'key' });
  const headers = { authorization: 'Bearer key', host: '127.0.0.1' };
  const assistantOverrides = { maxDurationSeconds: 10 };
  await calls.create(headers, { assistantId: 'demo', assistantOverrides });
  const [{ id = '' } = {}] = calls.list();
  calls.join(id);
  jest.advanceTimersByTime(9_999);
  expect(calls.find(id)).toMatchObject({ status: 'in-progress' });
  jest.advanceTimersByTime(1);
  expect(calls.find(id)).toMatchObject({ status: 'ended', endedReason: 'exceeded-max-duration' });
});
