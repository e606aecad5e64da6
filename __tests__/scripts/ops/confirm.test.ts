/** @jest-environment node */
import { createInterface } from 'node:readline/promises';
import { confirm } from '../../../scripts/ops/confirm';

jest.mock('node:readline/promises', () => ({ createInterface: jest.fn() }));

const close = jest.fn();
const question = jest.fn<Promise<string>, [string]>();
beforeEach(() => {
  jest.mocked(createInterface).mockReturnValue({ question, close } as never);
  Object.defineProperty(process.stdin, 'isTTY', { configurable: true, value: true });
});
afterAll(() => void Reflect.deleteProperty(process.stdin, 'isTTY'));

test.each(['y', 'yes', ' Y '])('goes on after %j', async (answer) => {
  question.mockResolvedValue(answer);
  await expect(confirm('Delete it?')).resolves.toBeUndefined();
  expect(question).toHaveBeenCalledWith('Delete it? [y/N] ');
  expect(close).toHaveBeenCalledTimes(1);
});

test.each(['', 'n', 'no', 'yesterday', 'Jan'])('stops after %j', async (answer) => {
  question.mockResolvedValue(answer);
  await expect(confirm('Delete it?')).rejects.toThrow('Nothing was deleted.');
});

test('does not ask without a terminal', async () => {
  Object.defineProperty(process.stdin, 'isTTY', { configurable: true, value: undefined });
  await expect(confirm('Delete it?')).rejects.toThrow('Add --yes: there is no terminal');
  expect(question).not.toHaveBeenCalled();
});
