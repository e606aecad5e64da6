/** @jest-environment node */
import type * as outages from '@/lib/server/database/outages';
import { outageCallbacks, setOutageListener } from '@/lib/server/database/outages';

test('nothing happens without a listener', () => {
  expect(outageCallbacks.onOpen).not.toThrow();
  expect(outageCallbacks.onClose).not.toThrow();
});

test('every copy of the module notifies the same listener when the circuit opens or closes', () => {
  const listener = { onOutage: jest.fn(), onRecovery: jest.fn() };
  setOutageListener(listener);
  jest.isolateModules(() => {
    const copy = jest.requireActual<typeof outages>('@/lib/server/database/outages');
    expect(copy.outageCallbacks).not.toBe(outageCallbacks);
    copy.outageCallbacks.onOpen();
  });
  expect(listener.onOutage).toHaveBeenCalledTimes(1);
  expect(listener.onRecovery).not.toHaveBeenCalled();
  outageCallbacks.onClose();
  expect(listener.onRecovery).toHaveBeenCalledTimes(1);
});
