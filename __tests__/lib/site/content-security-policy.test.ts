/** @jest-environment node */
import {
  buildContentSecurityPolicy,
  listScriptHashes,
  type VoiceSettings,
} from '@/lib/site/security-headers';

const ours = ['sha256-AAA='];

const listDirectives = (inline: readonly string[], voice: VoiceSettings = {}) =>
  Object.fromEntries(
    buildContentSecurityPolicy(inline, voice)
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources] as const;
      }),
  );

/** What would let injected script or style run; empty for a strict policy. */
function findWeaknesses(policy: string): string[] {
  const forbidden = [
    /'unsafe-(inline|eval|hashes)'/,
    /\s(\*|https?:|data:|filesystem:)(?=[\s;]|$)/,
    /'strict-dynamic'/,
    /\s\*(?!\.[a-z0-9.-]+\.[a-z]+)/,
  ];
  const missing = [
    ...["default-src 'none'", "object-src 'none'", "base-uri 'none'"],
    ...["frame-ancestors 'none'", "form-action 'self'"],
  ].filter((directive) => !policy.split(';').includes(directive));
  return [...missing, ...forbidden.flatMap((pattern) => pattern.exec(policy)?.[0].trim() ?? [])];
}

test('lets a prerendered page run only its own inline scripts', () => {
  expect(listDirectives(ours)).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'sha256-AAA='"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
});

test('lets a page rendered per request run scripts with its nonce', () => {
  const policy = listDirectives(['nonce-bm9uY2U=']);
  expect(policy['script-src']).toEqual(["'self'", "'nonce-bm9uY2U='"]);
});

test.each<[string, VoiceSettings]>([
  ['neither key', {}],
  ['a private key alone', { VAPI_PRIVATE_KEY: 'key' }],
  ['an organization alone', { VAPI_ORG_ID: 'org' }],
])('allows no voice host with %s', (_, settings) => {
  const voice = { ...settings, VAPI_CALL_MACHINE_URL: 'https://machine.example/bundle.js' };
  expect(buildContentSecurityPolicy(ours, voice)).toBe(buildContentSecurityPolicy(ours, {}));
});

test.each<[string, VoiceSettings]>([
  ['a public key', { VAPI_PUBLIC_KEY: 'key' }],
  ['a private key and its organization', { VAPI_PRIVATE_KEY: 'key', VAPI_ORG_ID: 'org' }],
])('allows the hosted call machine, but not the provider, with %s', (_, voice) => {
  const policy = listDirectives(ours, voice);
  const hosted = ['https://c.daily.co', 'blob:', "'wasm-unsafe-eval'"];
  expect(policy['script-src']).toEqual(["'self'", "'sha256-AAA='", ...hosted]);
  expect(policy['connect-src']).toEqual(["'self'", 'https://*.daily.co', 'wss://*.wss.daily.co']);
});

test('allows only our own call machine, without blobs or WebAssembly', () => {
  const own = buildContentSecurityPolicy(ours, {
    VAPI_PUBLIC_KEY: 'key',
    VAPI_CALL_MACHINE_URL: 'http://127.0.0.1:4500/machine.js?v=1',
  });
  expect(own).toContain("script-src 'self' 'sha256-AAA=' http://127.0.0.1:4500;");
  expect(own).toContain("connect-src 'self' http://127.0.0.1:4500;");
  expect(own).not.toMatch(/daily|vapi|blob:|wasm/);
});

test('takes only the origin from a setting', () => {
  const voice = {
    VAPI_PUBLIC_KEY: "key; script-src 'unsafe-inline'",
    VAPI_CALL_MACHINE_URL: 'https://machine.example/#; default-src *',
  };
  expect(findWeaknesses(buildContentSecurityPolicy(ours, voice))).toEqual([]);
  expect(buildContentSecurityPolicy(ours, voice)).not.toContain('key');
});

test.each<[string, VoiceSettings]>([
  ['no voice', {}],
  ['hosted voice', { VAPI_PUBLIC_KEY: 'key' }],
  ['own voice', { VAPI_PUBLIC_KEY: 'key', VAPI_CALL_MACHINE_URL: 'https://machine.example/' }],
])('has no hole with %s', (_, voice) => {
  expect(findWeaknesses(buildContentSecurityPolicy(ours, voice))).toEqual([]);
});

test.each([
  ["script-src 'self'", "script-src 'self' 'unsafe-inline'", "'unsafe-inline'"],
  ["script-src 'self'", "script-src 'self' 'unsafe-eval'", "'unsafe-eval'"],
  ["img-src 'self'", 'img-src *', '*'],
  ["connect-src 'self'", "connect-src 'self' https:", 'https:'],
  ["img-src 'self'", "img-src 'self' data:", 'data:'],
  ["default-src 'none'", "default-src 'self'", "default-src 'none'"],
  [";frame-ancestors 'none'", '', "frame-ancestors 'none'"],
])('finds a hole in place of %s', (from, to, found) => {
  const planted = buildContentSecurityPolicy(ours, {}).replace(from, to);
  expect(findWeaknesses(planted)).toContain(found);
});

describe('the hashes of inline scripts', () => {
  const createPage = (hash: string) => ({ sha256: '', inlineScripts: [hash] });
  const known = {
    '/': createPage('sha256-home'),
    '/_not-found': createPage('sha256-lost'),
    '/_global-error': createPage('sha256-fault'),
  };
  const errorPages = ['sha256-lost', 'sha256-fault'];

  test('are its own for a prerendered page', () => {
    expect(listScriptHashes('/', 'page', known)).toEqual(['sha256-home']);
  });

  test.each(['/contact', '/unknown', '/_not-found', '/constructor', '/toString', '__proto__'])(
    'are those of the error pages for %s',
    (path) => {
      const kind = path === '/contact' ? 'route' : undefined;
      expect(listScriptHashes(path, kind, known)).toEqual(errorPages);
    },
  );
});
