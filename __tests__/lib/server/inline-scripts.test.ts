/** @jest-environment node */
import { findInlineScripts } from '@/lib/server/http/inline-scripts';

const createPage = (hash: string) => ({ sha256: '', inlineScripts: [hash] });
const known = {
  '/': createPage('sha256-home'),
  '/_not-found': createPage('sha256-lost'),
  '/_global-error': createPage('sha256-fault'),
};
const findScripts = (path: string, kind?: 'page' | 'route') =>
  findInlineScripts(path, kind, known, () => 'fresh');
const errorPages = ['sha256-lost', 'sha256-fault'];

test('gives a prerendered page its own hashes and no nonce', () => {
  expect(findScripts('/', 'page')).toEqual({ hashes: ['sha256-home'] });
});

test('gives a rendered page a nonce and the hashes of the error pages', () => {
  expect(findScripts('/contact', 'route')).toEqual({ hashes: errorPages, nonce: 'fresh' });
});

test.each(['/unknown', '/_not-found', '/constructor', '/toString', '__proto__'])(
  'gives the unknown address %s the hashes of the error pages and no nonce',
  (path) => {
    expect(findScripts(path)).toEqual({ hashes: errorPages });
  },
);
