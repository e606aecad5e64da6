import { renderToStaticMarkup } from 'react-dom/server';
import { BeforeHydration } from '@/components/page-script/before-hydration';

test('the scripts are their own source, in one script that the page’s policy allows', () => {
  const html = renderToStaticMarkup(<BeforeHydration nonce="n" />);
  expect(html).toMatch(/^<script nonce="n">\(function syncMenu\(\)[^]*\}\)\(\)<\/script>$/);
  expect(html.match(/\}\)\(\);\(function \w+/g)).toHaveLength(7);
});
