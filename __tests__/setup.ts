import '@testing-library/jest-dom';
import { AsyncLocalStorage } from 'node:async_hooks';
import { configure } from '@testing-library/dom';

// The first import() of a module compiles it; on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 20_000 });

// An unexpected console.error or console.warn fails the test that caused it; a test that expects one
// replaces the spy's implementation and asserts the call.
let errors: unknown[][] = [];

beforeEach(() => {
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

// Every file loads its modules anew, and their stores with them. Node 20 walks through all stores that were ever used at each
// promise, so a file leaves none behind.
const used = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: unknown[]) {
  used.add(this);
  return Reflect.apply(run, this, args);
};
afterAll(() => {
  AsyncLocalStorage.prototype.run = run;
  for (const store of used) store.disable();
});

// jsdom has <dialog> without its methods.
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
    this.dispatchEvent(new Event('toggle'));
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}

// jsdom neither lays out nor draws.
if (typeof window !== 'undefined') {
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  HTMLCanvasElement.prototype.getContext = () => null;
}
