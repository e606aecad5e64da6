/** @jest-environment node */
import { readProspect } from '@/scripts/ops/prospect';

test('a prospect is kept as the page will read it', () => {
  const typed = { name: ' Seán O’Neill ', company: ' Novák\u00a0 s.r.o. ', assistant: ' demo-cs ' };
  expect(readProspect(typed)).toEqual({
    ok: true,
    prospect: { name: "Seán O'Neill", company: 'Novák s.r.o.', assistant: 'demo-cs' },
  });
});

test('accents written apart make the same prospect as accents written together', () => {
  const apart = { name: 'Jan Nova\u0301k', company: 'Nova\u0301k', assistant: 'a' };
  const together = { name: 'Jan Nov\u00e1k', company: 'Nov\u00e1k', assistant: 'a' };
  expect(readProspect(apart)).toEqual(readProspect(together));
});

test('a name and a company may be missing', () => {
  const prospect = { name: null, company: null, assistant: 'demo-cs' };
  expect(readProspect({ assistant: 'demo-cs' })).toEqual({ ok: true, prospect });
  expect(readProspect({ name: ' ', company: '', assistant: 'demo-cs' })).toEqual({
    ok: true,
    prospect,
  });
});

test.each([
  ['no assistant', { name: 'Jan' }, 'the assistant id is missing'],
  ['a blank assistant', { assistant: ' ' }, 'the assistant id is missing'],
  ['an assistant with a slash', { assistant: 'a/b' }, 'an assistant id has 1 to 64'],
  ['a name the page would drop', { name: 'Jan Novák 2', assistant: 'a' }, 'would not show'],
  ['a name that reads as a link', { name: 'Ing.Novák', assistant: 'a' }, 'space after a dot'],
  ['a long company', { company: 'x'.repeat(201), assistant: 'a' }, 'the company'],
  ['a company with a hidden mark', { company: 'No\u202evák', assistant: 'a' }, 'the company'],
])('%s is refused with its reason', (_what, typed, reason) => {
  const read = readProspect(typed);
  expect(read).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});
