/** @jest-environment node */
import type * as outages from '@/lib/server/database/outages';
import {
  outageCallbacks,
  reportLostRequest,
  reportStoredRequest,
  setOutageListener,
} from '@/lib/server/database/outages';

const paused = { status: 540 };

test('nothing happens without a listener', () => {
  expect(() => outageCallbacks.onOpen(paused)).not.toThrow();
  expect(outageCallbacks.onClose).not.toThrow();
  expect(() => reportLostRequest(paused)).not.toThrow();
  expect(reportStoredRequest).not.toThrow();
});

test('every copy of the module notifies the same listener when the circuit opens or closes', () => {
  const listener = { onOutage: jest.fn(), onLostRequest: jest.fn(), onRecovery: jest.fn() };
  setOutageListener(listener);
  jest.isolateModules(() => {
    const copy = jest.requireActual<typeof outages>('@/lib/server/database/outages');
    expect(copy.outageCallbacks).not.toBe(outageCallbacks);
    copy.outageCallbacks.onOpen(paused);
    copy.reportLostRequest(paused);
  });
  expect(listener.onOutage.mock.calls).toEqual([[paused]]);
  expect(listener.onLostRequest.mock.calls).toEqual([[paused]]);
  expect(listener.onRecovery).not.toHaveBeenCalled();
  outageCallbacks.onClose();
  expect(listener.onRecovery).toHaveBeenCalledTimes(1);
  reportStoredRequest();
  expect(listener.onRecovery).toHaveBeenCalledTimes(2);
});
