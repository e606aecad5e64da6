/** @jest-environment node */
import fc from 'fast-check';
import { readAssistantId } from '@/lib/outreach/assistant-id';
import { personalLink, readPersonalLink } from '@/lib/outreach/personal-link';

const SITE = 'https://callwright.example';

/** What the page gets for an address, as Next hands it over. */
function parametersOf(link: string) {
  const { searchParams } = new URL(link);
  const all = [...searchParams.keys()].map((key) => [key, searchParams.getAll(key)] as const);
  return Object.fromEntries(
    all.map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
  );
}

test('a link greets and calls whom it was made for', () => {
  const link = personalLink(SITE, {
    name: 'Jan Novák',
    company: 'Novák s.r.o.',
    assistant: 'demo-cs',
  });
  expect(link).toBe(
    `${SITE}/outreach?contact_name=Jan%20Nov%C3%A1k&company_name=Nov%C3%A1k%20s.r.o.&vapi_assistant_id=demo-cs`,
  );
  expect(readPersonalLink(parametersOf(link))).toEqual({
    contactName: 'Jan Novák',
    assistantId: 'demo-cs',
  });
});

test('a prospect without a name or a company has a shorter link', () => {
  const link = personalLink(SITE, { name: null, company: null, assistant: 'demo-cs' });
  expect(link).toBe(`${SITE}/outreach?vapi_assistant_id=demo-cs`);
});

test('of a repeated parameter the first value wins, even when it is unfit', () => {
  const parameters = { contact_name: ['Jan', 'Eva'], vapi_assistant_id: ['one', 'two'] };
  expect(readPersonalLink(parameters)).toEqual({ contactName: 'Jan', assistantId: 'one' });
  const unfit = { contact_name: ['<b>', 'Eva'], vapi_assistant_id: ['', 'two'] };
  expect(readPersonalLink(unfit)).toEqual({ contactName: null, assistantId: null });
});

test.each(['a', 'demo-cs', '4c3f_A9', 'x'.repeat(64)])('%s can be an assistant', (id) => {
  expect(readAssistantId(id)).toBe(id);
});

test.each([undefined, '', ' ', 'a b', 'a/b', '../a', 'é', '<a>', 'a\n', 'x'.repeat(65)])(
  '%j counts as no assistant at all',
  (id) => {
    expect(readAssistantId(id)).toBeNull();
  },
);

test('any company survives the way through a link, and a plus stays a plus', () => {
  const company = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(company, (text) => {
      const link = personalLink(SITE, { name: null, company: text, assistant: 'a' });
      expect(new URL(link).searchParams.get('company_name')).toBe(text);
      expect(link).not.toContain('+');
    }),
  );
});
