import { render, screen } from '@testing-library/react';
import { AfterCall } from '@/components/outreach/after-call';
import { forgetName } from '@/components/outreach/forget-name';
import { ReplyLink } from '@/components/outreach/reply-link';
import { cs } from '@/lib/content/cs';

const copy = cs.afterCall;

test('before a call there is nothing but the place where the offer will be announced', () => {
  const { container } = render(
    <AfterCall copy={copy} outcome={null}>
      {null}
    </AfterCall>,
  );
  expect(container.querySelector('[aria-live="polite"]')).toBeEmptyDOMElement();
});

test.each([
  ['ended', 'Děkujeme za vyzkoušení!'],
  ['failed', 'Rádi vám asistenta předvedeme osobně.'],
] as const)('a call that %s leads to the question for a talk', (outcome, title) => {
  render(
    <AfterCall copy={copy} outcome={outcome}>
      {null}
    </AfterCall>,
  );
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText(/krátký 15minutový hovor/)).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test.each([
  ['https://booking.example/call', 'Vybrat termín'],
  ['mailto:hello@callwright.example', 'Napsat e-mail'],
])('the answer goes to %s by “%s”', (href, name) => {
  render(<ReplyLink copy={copy} href={href} />);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('the name leaves the address, the assistant stays', () => {
  history.replaceState(null, '', '/outreach?contact_name=Jan&vapi_assistant_id=a&company_name=B');
  forgetName();
  expect(location.search).toBe('?vapi_assistant_id=a');
});
