import { render, screen } from '@testing-library/react';
import { AfterCall } from '@/components/outreach/after-call';
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
  ['https://booking.example/call', 'Vybrat termín', 'clock'],
  ['https://booking.example/to/mailto:', 'Vybrat termín', 'clock'],
  ['mailto:hello@callwright.example', 'Napsat e-mail', 'mail'],
])('the answer goes to %s by “%s”', (href, name, sign) => {
  render(<ReplyLink copy={copy} href={href} />);
  const link = screen.getByRole('link', { name });
  expect(link).toHaveAttribute('href', href);
  expect(link.querySelector('use')?.getAttribute('href')).toMatch(new RegExp(`#${sign}$`));
});

test('on a small screen the offer scrolls into view, no further than it must', () => {
  const scrolled = jest.fn();
  HTMLElement.prototype.scrollIntoView = scrolled;
  const offer = (outcome: 'ended' | null) => (
    <AfterCall copy={copy} outcome={outcome}>
      {null}
    </AfterCall>
  );
  const { rerender } = render(offer(null));
  expect(scrolled).not.toHaveBeenCalled();
  rerender(offer('ended'));
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
  expect(scrolled.mock.contexts[0]).toBe(screen.getByRole('heading').parentElement);
  rerender(offer(null));
  expect(screen.queryByRole('heading')).toBeNull();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

test('a way to answer stands under the question, and without one there is no gap', () => {
  const { container, rerender } = render(
    <AfterCall copy={copy} outcome="ended">
      <a href="/answer">Answer</a>
    </AfterCall>,
  );
  const card = container.querySelector('section');
  expect(card?.lastElementChild).toContainElement(screen.getByRole('link', { name: 'Answer' }));
  rerender(
    <AfterCall copy={copy} outcome="ended">
      {null}
    </AfterCall>,
  );
  expect(card?.lastElementChild).toHaveTextContent(copy.question);
});
