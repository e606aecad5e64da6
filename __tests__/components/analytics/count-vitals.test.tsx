import { fireEvent, render, waitFor } from '@testing-library/react';
import { CountVitals } from '@/components/analytics/count-vitals';

const countVitals = jest.fn();
const loaded = jest.fn();
let isImportSuccessful = true;
jest.mock('@/lib/analytics/vitals', () => ({
  __esModule: true,
  // import() waits for a module that has it.
  then(resolve: (module: unknown) => void, reject: (error: unknown) => void) {
    loaded();
    if (isImportSuccessful) resolve({ countVitals });
    else reject(new Error('chunk missing'));
  },
}));

beforeEach(() => {
  isImportSuccessful = true;
});
afterEach(() => delete window.sendCounts);

test('counts the web vitals from the first interaction on, and renders nothing', async () => {
  window.sendCounts = jest.fn();
  const { container } = render(<CountVitals />);
  expect(loaded).not.toHaveBeenCalled();
  fireEvent.keyDown(document);
  await waitFor(() => expect(countVitals).toHaveBeenCalledTimes(1));
  expect(container).toBeEmptyDOMElement();
});

test('loads nothing for visitors who are not counted', async () => {
  render(<CountVitals />);
  fireEvent.keyDown(document);
  await Promise.resolve();
  expect(loaded).not.toHaveBeenCalled();
});

test('ignores a failed import', async () => {
  isImportSuccessful = false;
  window.sendCounts = jest.fn();
  render(<CountVitals />);
  fireEvent.keyDown(document);
  await waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
  expect(countVitals).not.toHaveBeenCalled();
});
