/** @jest-environment node */
import { findRandomFreePort } from '@/scripts/test/test-site';

test('a port is given once, although nothing listens at it yet', async () => {
  jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
  expect(await findRandomFreePort()).not.toBe(await findRandomFreePort());
});
