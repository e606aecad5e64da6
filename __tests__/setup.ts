import { AsyncLocalStorage } from 'node:async_hooks';
import { resetSharedState } from './support/shared-state';

// Loaded only where there is a page, because it takes a tenth of a second per test file.
if (typeof window !== 'undefined') jest.requireActual('./setup-dom');

// An unexpected console.error or console.warn fails the test that caused it; a test that expects
// one replaces the spy's implementation and asserts the call.
let errors: unknown[][] = [];

beforeEach(() => {
  // What the test before has left.
  jest.useRealTimers();
  jest.clearAllMocks();
  resetSharedState();
  errors = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      errors.push([level, ...args]);
    });
  }
});

afterEach(() => {
  jest.restoreAllMocks();
  expect(errors).toEqual([]);
});

// Every file loads its modules again, and their stores with them. Node 20 walks through all stores
// that were ever used at each promise, so a file leaves none behind.
const usedStores = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: unknown[]) {
  usedStores.add(this);
  return Reflect.apply(run, this, args);
};
afterAll(() => {
  AsyncLocalStorage.prototype.run = run;
  for (const store of usedStores) store.disable();
});
