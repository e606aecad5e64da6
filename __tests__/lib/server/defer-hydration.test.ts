/** @jest-environment node */
import { deferHydration } from '@/lib/server/defer-hydration.mjs';

const early = '<script>(function(){"text/x-deferred"})()</script>';
const page = (data: string) =>
  '<head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js"/>' +
  '<script src="/_next/static/chunks/a.js" async=""></script>' +
  '<script src="/_next/static/chunks/old.js" noModule=""></script></head><body><p>Hello</p><dialog open></dialog>' +
  `${early}<script type="application/ld+json">{}</script>` +
  '<script src="/_next/static/chunks/main.js" id="_R_" async=""></script>' +
  '<script>(self.__next_f=self.__next_f||[]).push([0])</script>' +
  `<script>self.__next_f.push([1,${JSON.stringify(data)}])</script><script>self.__next_f.push([1,"$& end"])</script></body>`;

test('framework and data wait as data blocks, the rest of the page stays', () => {
  expect(deferHydration(page('1:"say \\"hi\\""\n'))).toBe(
    '<head><script type="text/x-deferred" data-src="/_next/static/chunks/a.js"></script>' +
      '<script src="/_next/static/chunks/old.js" noModule=""></script></head><body><p>Hello</p>' +
      '<script type="text/x-component">1:"say \\"hi\\""\n$& end</script><dialog open></dialog>' +
      `${early}<script type="application/ld+json">{}</script>` +
      '<script type="text/x-deferred" data-src="/_next/static/chunks/main.js"></script></body>',
  );
});

test('what the page has as an inline script is not in the data again', () => {
  const code = '(function(){"text/x-deferred"})()';
  const length = code.length.toString(16);
  const html = deferHydration(page(`1:T${length},${code}2:T2,{}3:"${code}"\n`));
  expect(html).toContain(`>1:T1, 2:T1, 3:"${code}"\n`);
});

test('a page with a nonce is deferred as well, and what it will import is fetched ahead', () => {
  const nonced = page('1:"data"')
    .replaceAll('<script>', '<script nonce="n">')
    .replaceAll(' async=""', ' async="" nonce="n"');
  const later = jest.fn(() => ['/_next/static/chunks/call.js']);
  const html = deferHydration(nonced, later);
  expect(later).toHaveBeenCalledWith(['/_next/static/chunks/a.js', '/_next/static/chunks/main.js']);
  expect(html).not.toMatch(/__next_f|rel="preload"|async/);
  expect(html).toContain(
    '<script type="text/x-component">1:"data"$& end</script><script type="text/x-ahead" data-src="/_next/static/chunks/call.js"></script><dialog',
  );
  expect(html.match(/nonce="n"/g)).toHaveLength(1);
});

test('a page without the early script would never wake and stays as it is', () => {
  const html = page('1:"data"').replace(early, '');
  expect(deferHydration(html)).toBe(html);
});

test('a page that Next writes in another way, or data that would end its block, stops the build', () => {
  const other = page('1:"data"').replace('self.__next_f||[]', 'window.__next_f||[]');
  expect(() => deferHydration(other)).toThrow(/in a new way/);
  expect(() => deferHydration(page('1:"</script>"'))).toThrow(/escape/);
});
