/** @jest-environment node */
import { createHash } from 'node:crypto';
import { hashInlineScripts } from '@/lib/site/inline-script-hashes';

const hashCode = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

test('hashes inline scripts unchanged, each once, in order', () => {
  const html = `<script>one()</script><SCRIPT id="x">two('é')\n</SCRIPT><script>one()</script>`;
  expect(hashInlineScripts(html)).toEqual([hashCode('one()'), hashCode("two('é')\n")]);
});

test('ignores external scripts and data blocks', () => {
  const html =
    '<script src="/a.js" async=""></script><script type="application/ld+json">{}</script>' +
    '<script data-src="x">run()</script><script type="module">load()</script>';
  expect(hashInlineScripts(html)).toEqual([hashCode('run()'), hashCode('load()')]);
});
