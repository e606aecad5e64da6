import { DEFAULT_PERSONAL_LANGUAGE, LANGUAGE_CODES } from '@/lib/language';
import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/name-in-url';

const ORIGIN = 'http://localhost/outreach';
const visit = (query: string, state: object | null = null) =>
  history.replaceState(state, '', `/outreach${query}`);

test.each([
  ['?contact_name=Jan&vapi_assistant_id=a&company_name=B', 'Jan', ''],
  ['?VAPI_ASSISTANT_ID=a&Contact_Name=Jan&COMPANY_NAME=B', 'Jan', ''],
  ['?vapi_assistant_id%253Da%2526contact_name%253DJan', 'Jan', ''],
  ['?vapi_assistant_id=a&#38;contact_name=Jan', 'Jan', ''],
  ['?contact\\_name=Jan&vapi\\_assistant\\_id=a', 'Jan', ''],
  ['?contact_name=Jan&vapi_assistant_id=a&utm_source=x%26contact_name%3DJan', 'Jan', ''],
  ['?vapi_assistant_id=a%26contact_name%3DJan&utm_source=mail', 'Jan', '&utm_source=mail'],
  [
    '?vapi_assistant_id=a&amp;contact_name=Ing.%20Jan%2C%20Ph.D.&amp;company_name=B',
    'Ing. Jan, Ph.D.',
    '',
  ],
  ['?vapi_assistant_id=a&company_name=B', null, ''],
  ['?vapi_assistant_id=a', null, ''],
])('removes name and company from %s; the link to the page has the name', (query, name, kept) => {
  visit(query, { kept: true });
  const { length } = history;
  removeNameFromUrl('a', name, 'cs');
  const address = `${ORIGIN}?vapi_assistant_id=a${kept}`;
  const link = name === null ? address : `${address}&contact_name=${encodeURIComponent(name)}`;
  expect(location.href).toBe(address);
  expect(buildLinkWithName()).toBe(link);
  // A second press finds nothing to remove, and forgets nothing, also after a reload.
  removeNameFromUrl('a', null, 'cs');
  expect([location.href, buildLinkWithName()]).toEqual([address, link]);
  // Going back does not bring the name back, and nothing keeps the company.
  expect(history).toHaveLength(length);
  const { contactName = null, ...rest } = history.state as Record<string, unknown>;
  expect([contactName, rest]).toEqual([name, { kept: true }]);
});

test.each(LANGUAGE_CODES)('keeps the language %s, also in the link to the page', (language) => {
  const lang = language === DEFAULT_PERSONAL_LANGUAGE ? '' : `&lang=${language}`;
  visit('?vapi_assistant_id=a&amp;lang=en&amp;contact_name=Jan');
  removeNameFromUrl('a', 'Jan', language);
  expect(location.href).toBe(`${ORIGIN}?vapi_assistant_id=a${lang}`);
  expect(buildLinkWithName()).toBe(`${location.href}&contact_name=Jan`);
});

test.each([[null], [{}]])('the link is the address where the history has %p', (state) => {
  visit('?vapi_assistant_id=a', state);
  expect(buildLinkWithName()).toBe(`${ORIGIN}?vapi_assistant_id=a`);
});
