import { act, render, screen } from '@testing-library/react';
import { showPage } from '@/__tests__/support/show-page';
import { Footer } from '@/components/landing/footer';
import { Questions } from '@/components/landing/questions';
import { TryCall } from '@/components/landing/try-call';
import { en } from '@/lib/content/en';
import { FOOTER_TEXTS } from '@/lib/content/footer';
import { LANGUAGE_CODES } from '@/lib/language';

test.each(LANGUAGE_CODES)('the footer in %s leads to the sections and the form of `/`', (code) => {
  showPage(<Footer language={code} />);
  const { button, customSolutions, links, services } = FOOTER_TEXTS[code];
  const expectTarget = (name: string, href: string) =>
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  for (const name of [button, customSolutions]) expectTarget(name, '/contact');
  for (const { label, href } of [...links, ...services]) expectTarget(label, `/${href}`);
  expect(screen.queryByRole('button')).toBeNull();
});

test('on the page of the form, nothing in it leads to the form', () => {
  showPage(<Footer page="contact" />);
  for (const link of screen.getAllByRole('link'))
    expect(link).not.toHaveAttribute('href', '/contact');
});

test('questions are left out without an answer from the operator', () => {
  showPage(<Questions operator={{ price: '', tools: [] }} />);
  expect(screen.queryByText(en.questions.price.question)).toBeNull();
  expect(screen.queryByText((text) => text.startsWith(en.questions.tools.connected))).toBeNull();
});

test('price and tools are answered with the operator’s texts', () => {
  const tools = ['Pipedrive', 'Google Calendar'].map((name) => ({ name, mark: '' }));
  showPage(<Questions operator={{ price: 'From 900 € a month.', tools }} />);
  expect(screen.getByText(en.questions.price.question)).toBeVisible();
  expect(screen.getByText(/^From 900 € a month/)).toBeInTheDocument();
  const list = `${en.questions.tools.connected} Pipedrive and Google Calendar.`;
  expect(screen.getByText((text) => text.includes(list))).toBeInTheDocument();
});

test('the bar hides while it would cover a control, also after a resize', () => {
  render(
    <TryCall label={en.actions.tryCall}>
      <button>Ask</button>
    </TryCall>,
  );
  const bar = screen.getByRole('link', { name: en.actions.tryCall });
  /** Puts an element at this height of the window. */
  const placeAt = (element: HTMLElement, top: number, bottom: number) => {
    element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
  };
  const dispatch = (event: 'scroll' | 'resize') => act(() => dispatchEvent(new Event(event)));
  placeAt(bar, 600, 656);
  placeAt(screen.getByRole('button'), 580, 632);
  dispatch('resize');
  expect(bar).toHaveAttribute('data-aside');
  placeAt(screen.getByRole('button'), 100, 150);
  dispatch('scroll');
  expect(bar).not.toHaveAttribute('data-aside');
});
