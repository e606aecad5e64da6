import { fireEvent, render, screen } from '@testing-library/react';
import { DemoCall } from '@/app/(personal)/outreach/demo-call';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
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

const show = (copy = callCopyCs) =>
  render(
    <DemoCall
      copy={copy}
      assistantId="a"
      contactName="Jan"
      maxSeconds={300}
      thanks={personalCopyCs.afterCall.thanks}
      nextStep={null}
      failureAction={null}
      cannotCall={null}
    />,
  );

test('the name leaves the address before a press starts a call', () => {
  show();
  expect(location.search).toContain('contact_name=Jan');
  fireEvent.click(screen.getByRole('button', { name: callCopyCs.start }));
  expect(searchAtStart).toEqual(['?vapi_assistant_id=a']);
  expect(history.state).toMatchObject({ contactName: 'Jan' });
});

test('the name leaves the address when Start was pressed before the page was ready', () => {
  window.startPressedAt = Date.now();
  show();
  expect(searchAtStart).toEqual(['?vapi_assistant_id=a']);
  expect(history.state).toMatchObject({ contactName: 'Jan' });
});

test('the language stays in the address', () => {
  show(callCopyEn);
  fireEvent.click(screen.getByRole('button', { name: callCopyEn.start }));
  expect(searchAtStart).toEqual(['?vapi_assistant_id=a&lang=en']);
});
