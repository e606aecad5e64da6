import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { StructuredData } from '@/app/(en)/structured-data';
import { en } from '@/lib/content/en';

const original = { url: process.env.SITE_URL ?? '', blurb: en.footer.blurb };

afterEach(() => {
  process.env.SITE_URL = original.url;
  en.footer.blurb = original.blurb;
});

test('escapes copy that would end the data block', () => {
  process.env.SITE_URL = 'https://callwright.example';
  en.footer.blurb = '</script><script>alert(1)</script>';
  const html = renderToStaticMarkup(createElement(StructuredData));
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
  const graph = JSON.parse(html.replace(/^<script[^>]*>|<\/script>$/g, '')) as {
    '@graph': { description?: string }[];
  };
  expect(graph['@graph'][0]?.description).toBe('</script><script>alert(1)</script>');
});
