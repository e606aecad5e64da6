interface StubbedObserver {
  resize: () => void;
  observe: jest.Mock;
  disconnect: jest.Mock;
}

/** Stubs `ResizeObserver`. Returns a function that finds the observer of an element. */
export function stubResizeObserver() {
  const observers: StubbedObserver[] = [];
  jest.spyOn(window, 'ResizeObserver').mockImplementation(((resize: () => void) => {
    const observer = { resize, observe: jest.fn(), disconnect: jest.fn() };
    observers.push(observer);
    return observer;
  }) as never);
  return (element: Element) =>
    observers.find(({ observe }) => observe.mock.calls.flat().includes(element))!;
}
