import { type FollowedLink, getLink, readFollowedLink, shortenAddress } from '@/lib/kept-link';

const ORIGIN = 'http://localhost/outreach';
const followed: FollowedLink = {
  contactName: 'Jan',
  link: { contact_name: 'Jan' },
  shortAddress: '/outreach?vapi_assistant_id=a',
};
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
  const full = location.href;
  shortenAddress({ ...followed, contactName: name, link });
  const address = `${ORIGIN}?vapi_assistant_id=a${kept}`;
  expect([location.href, readFollowedLink()]).toEqual([address, full]);
  // A second press finds nothing to remove, and forgets nothing, also after a reload.
  shortenAddress({ ...followed, contactName: null, link: {} });
  expect([location.href, readFollowedLink()]).toEqual([address, full]);
  expect(getLink({})).toEqual(link);
  // Going back does not bring the name back.
  expect(history).toHaveLength(length);
  expect(history.state).toEqual({ contactName: name, link, address: full, kept: true });
});

test.each([[null], [{}]])('the link is the address where the history has %p', (state) => {
  visit('?vapi_assistant_id=a', state);
  expect(readFollowedLink()).toBe(`${ORIGIN}?vapi_assistant_id=a`);
});

test('a short link leaves the address, and stays the link when a call starts', () => {
  const path = '/o/abcdefghjk?lang=en&x=1&utm_source=mail';
  history.replaceState(null, '', path);
  const link = { code: 'abcdefghjk' };
  for (const found of [link, { contact_name: null }]) {
    shortenAddress({
      ...followed,
      link: found,
      shortAddress: '/outreach?vapi_assistant_id=a&lang=en',
    });
    expect(location.href).toBe(`${ORIGIN}?vapi_assistant_id=a&lang=en&utm_source=mail`);
    expect(readFollowedLink()).toBe(`http://localhost${path}`);
    expect(getLink({})).toEqual(link);
  }
});
