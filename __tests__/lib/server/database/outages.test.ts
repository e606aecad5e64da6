/** @jest-environment node */
import type * as outages from '@/lib/server/database/outages';
import { getOutageListener } from '@/lib/server/database/outages';

test('every copy of the module has the same listener, which hears nothing at first', () => {
  expect(getOutageListener()).toEqual({});
  const listener = { onOutage: jest.fn(), onLostRequest: jest.fn(), onRecovery: jest.fn() };
  Object.assign(getOutageListener(), listener);
  jest.isolateModules(() => {
    const copy = jest.requireActual<typeof outages>('@/lib/server/database/outages');
    expect(copy.getOutageListener).not.toBe(getOutageListener);
    expect(copy.getOutageListener()).toEqual(listener);
  });
});
