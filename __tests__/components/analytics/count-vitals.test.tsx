import { fireEvent, render, waitFor } from '@testing-library/react';
import { CountVitals } from '@/components/analytics/count-vitals';

type Listen = (report: (metric: { rating: string }) => void) => void;
const mockVitals = {
  onCLS: jest.fn<void, Parameters<Listen>>(),
  onINP: jest.fn<void, Parameters<Listen>>(),
  onLCP: jest.fn<void, Parameters<Listen>>(),
  onTTFB: jest.fn<void, Parameters<Listen>>(),
};
const mockLoaded = jest.fn();
let mockIsImportSuccessful = true;
jest.mock('web-vitals', () => ({
  __esModule: true,
  // import() waits for a module that has it.
  then(resolve: (module: unknown) => void, reject: (error: unknown) => void) {
    mockLoaded();
    if (mockIsImportSuccessful) resolve(mockVitals);
    else reject(new Error('chunk missing'));
  },
}));

beforeEach(() => {
  mockIsImportSuccessful = true;
});
afterEach(() => {
  jest.useRealTimers();
  delete window.sendCount;
});

test('counts the ratings of the web vitals from the first interaction on', async () => {
  const sendCount = jest.fn();
  window.sendCount = sendCount;
  const { container } = render(<CountVitals />);
  expect(mockLoaded).not.toHaveBeenCalled();
  fireEvent.keyDown(document);
  await waitFor(() => expect(mockVitals.onCLS).toHaveBeenCalledTimes(1));
  expect(container).toBeEmptyDOMElement();
  for (const [event, on] of [
    ['lcp', mockVitals.onLCP],
    ['inp', mockVitals.onINP],
    ['cls', mockVitals.onCLS],
    ['ttfb', mockVitals.onTTFB],
  ] as const) {
    on.mock.lastCall?.[0]({ rating: 'poor' });
    expect(sendCount).toHaveBeenLastCalledWith(event, 'poor');
  }
});

test('loads nothing for visitors who are not counted', async () => {
  jest.useFakeTimers();
  render(<CountVitals />);
  fireEvent.keyDown(document);
  await jest.runAllTimersAsync();
  expect(mockLoaded).not.toHaveBeenCalled();
});

test('ignores a failed import', async () => {
  mockIsImportSuccessful = false;
  window.sendCount = jest.fn();
  render(<CountVitals />);
  fireEvent.keyDown(document);
  await waitFor(() => expect(mockLoaded).toHaveBeenCalledTimes(1));
  expect(mockVitals.onCLS).not.toHaveBeenCalled();
});
