/** @jest-environment node */
import { deferHydration } from '@/server/deferral/defer-hydration';

const inline = '<script>(function(){"text/x-deferred"})()</script>';
const createPage = (data: string) =>
  '<head><link rel="preload" as="script" fetchPriority="low" ' +
  'href="/_next/static/chunks/main.js"/>' +
  '<script src="/_next/static/chunks/a.js" async=""></script>' +
  '<script src="/_next/static/chunks/old.js" ' +
  'noModule=""></script></head><body><p>Hello</p><dialog open></dialog>' +
  `${inline}<script type="application/ld+json">{}</script>` +
  '<script src="/_next/static/chunks/main.js" id="_R_" async=""></script>' +
  '<script>(self.__next_f=self.__next_f||[]).push([0])</script>' +
  `<script>self.__next_f.push([1,${JSON.stringify(data).replaceAll('<', '\\u003c')}])</script><script>self.__next_f.push([1,"$& end"])</script></body>`;

test('turns scripts and the RSC payload into data blocks and keeps the rest', () => {
  expect(deferHydration(createPage('1:"say \\"hi\\""\n'))).toBe(
    '<head><script type="text/x-deferred" data-src="/_next/static/chunks/a.js"></script>' +
      '<script src="/_next/static/chunks/old.js" noModule=""></script></head><body><p>Hello</p>' +
      '<script type="text/x-component">1:"say \\"hi\\""\n$& end</script><dialog open></dialog>' +
      `${inline}<script type="application/ld+json">{}</script>` +
      '<script type="text/x-deferred" data-src="/_next/static/chunks/main.js"></script></body>',
  );
});

test('removes the text of inline scripts from the payload', () => {
  const code = '(function(){"text/x-deferred"})()';
  const length = code.length.toString(16);
  const html = deferHydration(createPage(`1:T${length},${code}2:T2,{}3:"${code}"\n`));
  expect(html).toContain(`>1:T1, 2:T1, 3:"${code}"\n`);
});

test('defers a page with nonces and lists the chunks to import later', () => {
  const nonced = createPage('1:"data"')
    .replaceAll('<script>', '<script nonce="n">')
    .replaceAll(' async=""', ' async="" nonce="n"');
  const importedBy = jest.fn(() => ['/_next/static/chunks/call.js', '/_next/static/chunks/b.js']);
  const html = deferHydration(nonced, importedBy);
  expect(importedBy).toHaveBeenCalledWith([
    '/_next/static/chunks/a.js',
    '/_next/static/chunks/main.js',
  ]);
  expect(html).not.toMatch(/__next_f|rel="preload"|async/);
  expect(html).toContain(
    '<script type="text/x-ahead" data-src="/_next/static/chunks/call.js"></script>' +
      '<script type="text/x-ahead" data-src="/_next/static/chunks/b.js"></script>' +
      '<script type="text/x-component">1:"data"$& end</script><dialog',
  );
  expect(html.match(/nonce="n"/g)).toHaveLength(1);
});

test('keeps our own scripts, even if they look like the payload or come first', () => {
  const own = ['q.push([1,2])', 'self.__next_f.push([1,"a"]);'].map(
    (code) => `<script>${code}</script>`,
  );
  const html = deferHydration(own[0] + createPage('1:"data"').replace('<p>', `${own[1]}<p>`));
  expect(html).toMatch(/^<script>q\.push\(\[1,2\]\)<\/script><head>/);
  expect(html).toContain(`${own[1]}<p>Hello</p>`);
  expect(html).toContain('>1:"data"$& end</script>');
});

test.each(['</script>', '</SCRIPT', '<!--', '\\<!-- <script>'])(
  'escapes a text that would end the data block: %s',
  (text) => {
    const html = deferHydration(createPage(`1:${JSON.stringify(text)}`));
    const [, payload = ''] = /x-component">1:(".*")\$& end<\/script>/.exec(html) ?? [];
    expect(payload).not.toMatch(/<!--|<\/script/i);
    expect(JSON.parse(payload)).toBe(text);
  },
);

test('puts the payload before the section that is nearest to the middle', () => {
  const section = `<!--&--><section class="a">${'Text. '.repeat(200)}</section><!--/&-->`;
  const html = deferHydration(createPage('1:"data"').replace('<p>', `${section.repeat(4)}<p>`));
  const [before, after] = html.split('<script type="text/x-component">1:"data"$& end</script>');
  expect(before?.match(/<section/g)).toHaveLength(2);
  expect(after).toMatch(/^<!--&--><section/);
});

test('puts the payload at the end of a page without a section or a dialog', () => {
  const html = deferHydration(createPage('1:"data"').replace('<dialog open></dialog>', ''));
  expect(html).toMatch(/<script type="text\/x-component">1:"data"\$& end<\/script><\/body>$/);
});

test.each([
  ['that nothing would hydrate', createPage('1:"data"').replace(inline, ''), /BeforeHydration/],
  [
    'that Next writes in a new way',
    createPage('1:"data"').replace('self.__next_f||[]', 'window.__next_f||[]'),
    /in a new way/,
  ],
  ['without data', createPage('').replace('"$& end"', '""'), /in a new way/],
  [
    'without chunks',
    createPage('1:"data"').replaceAll(' src="/_next/', ' src="/other/'),
    /in a new way/,
  ],
  ['with a text row that would end the block', createPage('1:T9,</script>'), /escape/],
])('throws for a page %s', (_what, html, reason) => {
  expect(() => deferHydration(html)).toThrow(reason);
});
