/** @jest-environment node */
import { inlineScriptsOf } from '@/lib/server/inline-scripts';

const hashes = {
  '/': ['sha256-home'],
  '/_not-found': ['sha256-lost'],
  '/_global-error': ['sha256-fault'],
};
const newNonce = () => 'fresh';

test('a prerendered page has its own hashes and no nonce: a cache may keep it', () => {
  expect(inlineScriptsOf('/', hashes, newNonce)).toEqual({ hashes: ['sha256-home'] });
});

test('any other page has a nonce, and the hashes of the pages that may stand in for it', () => {
  expect(inlineScriptsOf('/contact', hashes, newNonce)).toEqual({
    hashes: ['sha256-lost', 'sha256-fault'],
    nonce: 'fresh',
  });
});

test.each(['/constructor', '/toString', '__proto__'])('%s is no prerendered page', (path) => {
  expect(inlineScriptsOf(path, hashes, newNonce)).toHaveProperty('nonce', 'fresh');
});
