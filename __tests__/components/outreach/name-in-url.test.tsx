import { DEFAULT_PERSONAL_LANGUAGE, LANGUAGE_CODES } from '@/lib/language';
import { getLink, removeNameFromUrl } from '@/components/outreach/name-in-url';
import { readFollowedLink } from '@/lib/page-protocol';

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
])('removes name and company from %s; the history’s entry has them', (query, name, kept) => {
  visit(query, { kept: true });
  const { length } = history;
  const link = { contact_name: name, company_name: 'B & C' };
  const followed = location.href;
  removeNameFromUrl('a', { contactName: name, link }, 'cs');
  const address = `${ORIGIN}?vapi_assistant_id=a${kept}`;
  expect([location.href, readFollowedLink()]).toEqual([address, followed]);
  // A second press finds nothing to remove, and forgets nothing, also after a reload.
  removeNameFromUrl('a', { contactName: null, link: {} }, 'cs');
  expect([location.href, readFollowedLink()]).toEqual([address, followed]);
  expect(getLink({})).toEqual(link);
  // Going back does not bring the name back.
  expect(history).toHaveLength(length);
  expect(history.state).toEqual({ contactName: name, link, address: followed, kept: true });
});

test.each(LANGUAGE_CODES)('keeps the language %s', (language) => {
  const lang = language === DEFAULT_PERSONAL_LANGUAGE ? '' : `&lang=${language}`;
  visit('?vapi_assistant_id=a&amp;lang=en&amp;contact_name=Jan');
  removeNameFromUrl('a', { contactName: 'Jan', link: { contact_name: 'Jan' } }, language);
  expect(location.href).toBe(`${ORIGIN}?vapi_assistant_id=a${lang}`);
});

test.each([[null], [{}]])('the link is the address where the history has %p', (state) => {
  visit('?vapi_assistant_id=a', state);
  expect(readFollowedLink()).toBe(`${ORIGIN}?vapi_assistant_id=a`);
});

test('a short link that has left the address stays the link when a call starts', () => {
  const address = 'http://localhost/o/abcdefghjk?lang=en';
  visit('?vapi_assistant_id=a&lang=en&x=1', { link: { code: 'abcdefghjk' }, address });
  removeNameFromUrl('a', { contactName: 'Jan', link: {} }, 'en');
  expect(location.href).toBe(`${ORIGIN}?vapi_assistant_id=a&lang=en`);
  expect(readFollowedLink()).toBe(address);
  expect(getLink({})).toEqual({ code: 'abcdefghjk' });
});
