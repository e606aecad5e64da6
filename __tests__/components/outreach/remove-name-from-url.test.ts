import { removeNameFromUrl } from '@/components/outreach/remove-name-from-url';

test.each([
  ['?contact_name=Jan&vapi_assistant_id=a&company_name=B', '?vapi_assistant_id=a'],
  ['?contact_name=Jan&vapi_assistant_id=a', '?vapi_assistant_id=a'],
  ['?company_name=B&company_name=C&vapi_assistant_id=a', '?vapi_assistant_id=a'],
])('name and company leave %s, the assistant stays', (before, after) => {
  history.replaceState(null, '', `/outreach${before}`);
  const { length } = history;
  removeNameFromUrl();
  expect(location.pathname + location.search).toBe(`/outreach${after}`);
  // Going back does not bring the name back.
  expect(history).toHaveLength(length);
});

test('an address without a name is left as it is', () => {
  history.replaceState({ kept: true }, '', '/outreach?vapi_assistant_id=a');
  removeNameFromUrl();
  expect(location.search).toBe('?vapi_assistant_id=a');
  expect(history.state).toEqual({ kept: true });
});
