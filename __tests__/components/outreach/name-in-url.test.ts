import { DEFAULT_PERSONAL_LANGUAGE, LANGUAGE_CODES } from '@/lib/language';
import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/name-in-url';

test.each([
  ['?contact_name=Jan&vapi_assistant_id=a&company_name=B', '?vapi_assistant_id=a'],
  ['?VAPI_ASSISTANT_ID=a&Contact_Name=Jan&COMPANY_NAME=B', '?vapi_assistant_id=a'],
  ['?vapi_assistant_id%253Da%2526contact_name%253DJan', '?vapi_assistant_id=a'],
  ['?vapi_assistant_id=a&#38;contact_name=Jan', '?vapi_assistant_id=a'],
  ['?contact\\_name=Jan&vapi\\_assistant\\_id=a', '?vapi_assistant_id=a'],
  [
    '?vapi_assistant_id=a&contact_name=Jan&utm_source=linkedin',
    '?vapi_assistant_id=a&utm_source=linkedin',
  ],
  [
    '?contact_name=Jan&vapi_assistant_id=a&utm_source=x%26contact_name%3DJan',
    '?vapi_assistant_id=a',
  ],
])('removes name and company from %s and keeps the assistant', (before, after) => {
  history.replaceState(null, '', `/outreach${before}`);
  const { length } = history;
  removeNameFromUrl('a', 'Jan', 'cs');
  expect(location.href).toBe(`${location.origin}/outreach${after}`);
  // Going back does not bring the name back.
  expect(history).toHaveLength(length);
});

test.each(
  LANGUAGE_CODES.map(
    (code) =>
      [
        code,
        code === DEFAULT_PERSONAL_LANGUAGE
          ? '?vapi_assistant_id=a'
          : `?vapi_assistant_id=a&lang=${code}`,
      ] as const,
  ),
)('keeps the language %s, also in the link to the page', (language, kept) => {
  history.replaceState(null, '', '/outreach?vapi_assistant_id=a&amp;lang=en&amp;contact_name=Jan');
  removeNameFromUrl('a', 'Jan', language);
  expect(location.search).toBe(kept);
  expect(buildLinkWithName()).toBe(`http://localhost/outreach${kept}&contact_name=Jan`);
  removeNameFromUrl('a', null, language);
  expect(location.search).toBe(kept);
});

test('an address without a name is left as it is', () => {
  history.replaceState({ kept: true }, '', '/outreach?vapi_assistant_id=a');
  removeNameFromUrl('a', 'Jan', 'cs');
  expect(location.search).toBe('?vapi_assistant_id=a');
  expect(history.state).toEqual({ kept: true });
});

test('keeps the name, and other history state', () => {
  history.replaceState({ kept: true }, '', '/outreach?contact_name=Jan');
  removeNameFromUrl('a', 'Jan', 'cs');
  expect(history.state).toEqual({ kept: true, contactName: 'Jan' });
});

describe('the link to the page', () => {
  const origin = 'http://localhost/outreach?vapi_assistant_id=a';

  test.each([
    ['?contact_name=Jan&vapi_assistant_id=a', 'Jan', '&contact_name=Jan'],
    [
      '?vapi_assistant_id=a&amp;contact_name=Ing.%20Jan%20Nov%C3%A1k%2C%20Ph.D.&amp;company_name=B',
      'Ing. Jan Novák, Ph.D.',
      '&contact_name=Ing.%20Jan%20Nov%C3%A1k%2C%20Ph.D.',
    ],
    [
      '?vapi_assistant_id=a%26contact_name%3DJan&utm_source=linkedin',
      'Jan',
      '&utm_source=linkedin&contact_name=Jan',
    ],
    ['?vapi_assistant_id=a&company_name=B', null, ''],
    ['?vapi_assistant_id=a', null, ''],
  ])('contains the name again that was in %s', (before, name, rest) => {
    history.replaceState({ kept: true }, '', `/outreach${before}`);
    removeNameFromUrl('a', name, 'cs');
    expect(buildLinkWithName()).toBe(origin + rest);
    // A second press finds nothing to remove, and forgets nothing, also after a reload.
    removeNameFromUrl('a', null, 'cs');
    expect(buildLinkWithName()).toBe(origin + rest);
    expect(location.href).not.toContain('contact_name');
  });

  test.each([[null], [{}]])('is the address where the history has %p', (state) => {
    history.replaceState(state, '', '/outreach?vapi_assistant_id=a');
    expect(buildLinkWithName()).toBe(origin);
  });

  test('keeps nothing of the company on the page', () => {
    history.replaceState(null, '', '/outreach?contact_name=Jan&company_name=Tajna');
    removeNameFromUrl('a', 'Jan', 'cs');
    expect(JSON.stringify([history.state, location.href])).not.toContain('Tajna');
  });
});
