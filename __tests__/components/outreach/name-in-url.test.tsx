import { DEFAULT_PERSONAL_LANGUAGE, LANGUAGE_CODES } from '@/lib/language';
import { buildLinkWithName, getLink, removeNameFromUrl } from '@/components/outreach/name-in-url';

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
])('removes name and company from %s; the link to the page has them', (query, name, kept) => {
  visit(query, { kept: true });
  const { length } = history;
  const link = { contact_name: name, company_name: 'B & C' };
  removeNameFromUrl('a', { contactName: name, link }, 'cs');
  const address = `${ORIGIN}?vapi_assistant_id=a${kept}`;
  const named = name === null ? '' : `&contact_name=${encodeURIComponent(name)}`;
  const full = `${address}${named}&company_name=B%20%26%20C`;
  expect(location.href).toBe(address);
  expect(buildLinkWithName()).toBe(full);
  // A second press finds nothing to remove, and forgets nothing, also after a reload.
  removeNameFromUrl('a', { contactName: null, link: {} }, 'cs');
  expect([location.href, buildLinkWithName()]).toEqual([address, full]);
  expect(getLink({})).toEqual(link);
  // Going back does not bring the name back.
  expect(history).toHaveLength(length);
  expect(history.state).toEqual({ contactName: name, link, kept: true });
});

test.each(LANGUAGE_CODES)('keeps the language %s, also in the link to the page', (language) => {
  const lang = language === DEFAULT_PERSONAL_LANGUAGE ? '' : `&lang=${language}`;
  visit('?vapi_assistant_id=a&amp;lang=en&amp;contact_name=Jan');
  removeNameFromUrl('a', { contactName: 'Jan', link: { contact_name: 'Jan' } }, language);
  expect(location.href).toBe(`${ORIGIN}?vapi_assistant_id=a${lang}`);
  expect(buildLinkWithName()).toBe(`${location.href}&contact_name=Jan`);
});

test.each([[null], [{}]])('the link is the address where the history has %p', (state) => {
  visit('?vapi_assistant_id=a', state);
  expect(buildLinkWithName()).toBe(`${ORIGIN}?vapi_assistant_id=a`);
});

test('the link of a page whose code has left the address is the short one', () => {
  visit('?vapi_assistant_id=a&lang=en', { contactName: 'Jan', link: { code: 'abcdefghjk' } });
  expect(buildLinkWithName()).toBe('http://localhost/o/abcdefghjk?lang=en');
});
