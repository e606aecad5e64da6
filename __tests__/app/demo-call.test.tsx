import { fireEvent, render, screen } from '@testing-library/react';
import { DemoCall } from '@/app/(personal)/demo-call';
import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';

/** The query of the address at each request. */
const searchAtStart: string[] = [];

beforeEach(() => {
  global.fetch = jest.fn(() => {
    searchAtStart.push(location.search);
    return new Promise<Response>(() => undefined);
  });
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
  history.replaceState(null, '', '/outreach?contact_name=Jan&vapi_assistant_id=a&company_name=B');
  searchAtStart.length = 0;
});
afterEach(() => {
  window.startPressedAt = undefined;
});

const show = () =>
  render(
    <DemoCall
      copy={callCopyCs}
      assistantId="a"
      followed={{
        contactName: 'Jan',
        link: { contact_name: 'Jan', company_name: 'B' },
        shortAddress: '/outreach?vapi_assistant_id=a',
      }}
      maxSeconds={300}
      thanks={personalCopyCs.afterCall.thanks}
      nextStep={null}
      failureAction={null}
      cannotCall={null}
    />,
  );

test.each([
  ['a press', false],
  ['a press before React', true],
])('the name leaves the address before a call is started by %s', (_, wasPressed) => {
  if (wasPressed) window.startPressedAt = Date.now();
  show();
  if (!wasPressed) fireEvent.click(screen.getByRole('button', { name: callCopyCs.start }));
  expect(searchAtStart).toEqual(['?vapi_assistant_id=a']);
  expect(history.state).toMatchObject({
    contactName: 'Jan',
    link: { contact_name: 'Jan', company_name: 'B' },
  });
});
