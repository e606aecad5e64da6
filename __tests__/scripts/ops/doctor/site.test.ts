import { judgeLeftovers } from '@/scripts/ops/doctor/site';

const OWN = { brand: 'Ringwell & Sons', address: 'Dlouhá 1, Praha' };
const HTML = '<a href="mailto:hello@ringwell.cz">V pohodě</a> example@firma.cz, a@my-example.com.';

const judge = (html: string, facts: object = {}) => {
  const { state, seen } = judgeLeftovers(HTML + html, { ...OWN, ...facts });
  return `${state}: ${seen}`;
};

test('finds none where everything is the owner’s', () => {
  expect(judge('')).toMatch(/^ok: none in \/, \/privacy, /);
});

test.each([
  ['<a href="mailto:hello@ringwell.example">', {}, 'the placeholder hello@ringwell.example'],
  ['Write to data@mail.example.com.', {}, 'the placeholder data@mail.example.com'],
  ['', { address: ' ' }, 'no address of the company (site.ts)'],
  ['<title>Callwright AI</title>', {}, 'the name Callwright AI'],
  ['Dostupnost 99,9\u00a0%, 24/7', {}, 'delivered claims: 99,9 %, 24/7'],
])('%s, %j: it finds %s', (html, facts, finding) => {
  expect(judge(html, facts)).toBe(`warning: ${finding}`);
});

test('a kept name is left over nowhere', () => {
  expect(judge('Callwright AI', { brand: 'Callwright AI' })).toMatch(/^ok/);
});
