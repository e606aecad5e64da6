import { transform } from 'esbuild';
import { pagePaths } from '../../__tests__/support/routes';
import { BROWSER_TARGETS } from '../../scripts/build/inline-script-loader.mjs';
import { expect, test } from '../support/test';

/** Whether the oldest supported browsers can parse the code: esbuild would not change it. */
async function isParsed(code: string): Promise<boolean> {
  // Their Unicode versions differ, but not in what we use.
  const supported = { 'regexp-unicode-property-escapes': true };
  const [newest, oldest] = await Promise.all([
    transform(code, { target: 'esnext', supported }),
    transform(code, { target: BROWSER_TARGETS, supported }),
  ]);
  return newest.code === oldest.code;
}

test('the oldest supported browsers can parse every script', async ({ request }) => {
  const seen = new Set<string>();
  for (const path of [...pagePaths, '/outreach?vapi_assistant_id=demo-cs']) {
    const html = await (await request.get(path)).text();
    // Old browsers alone run the polyfills of `nomodule`.
    const scripts = html.replace(/<script[^>]*nomodule[^>]*>/gi, '');
    for (const [, code = ''] of scripts.matchAll(/<script(?: nonce="[^"]*")?>(.*?)<\/script>/gs))
      expect(await isParsed(code), `${path}: ${code.slice(0, 80)}`).toBe(true);
    for (const [src] of scripts.matchAll(/\/_next\/static\/chunks\/[\w~.-]+\.js/g)) seen.add(src);
  }
  expect(seen.size).toBeGreaterThan(5);
  for (const src of seen) {
    const code = await (await request.get(src)).text();
    // What a chunk imports later.
    for (const [, later = ''] of code.matchAll(/"(static\/chunks\/[\w~.-]+\.js)"/g))
      seen.add(`/_next/${later}`);
    expect(await isParsed(code), src).toBe(true);
  }
});

test('detects syntax that they cannot parse', async () => {
  for (const code of ['class A { static { a(); } }', 'a.replace(/(?<=b)c/, "")', 'a = /\\p{L}/v'])
    expect(await isParsed(code), code).toBe(false);
  expect(await isParsed('class A { #b = 1; static c = a?.d ?? /\\p{L}/u; }')).toBe(true);
});
