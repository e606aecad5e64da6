import { createKey } from '@/lib/contact/submit';

const { crypto } = globalThis;
const stub = (value: object) =>
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
afterEach(() => stub(crypto));

test('a key is the browser’s own UUID', () => {
  const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
  stub({ randomUUID: () => key });
  expect(createKey()).toBe(key);
});

test('on a page without HTTPS, where that is missing, it is made of sixteen random bytes', () => {
  stub({ getRandomValues: (bytes: Uint8Array) => bytes.map((_, index) => index * 0x11) });
  expect(createKey()).toBe('00112233-4455-6677-8899-aabbccddeeff');
  // Every byte has two digits.
  stub({ getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
  expect(createKey()).toBe('07070707-0707-0707-0707-070707070707');
});
