import { render, screen } from '@testing-library/react';
import { ReplyLink } from '@/components/outreach/reply-link';
import { cs } from '@/lib/content/cs';

const { mail, booking } = cs.afterCall;

test.each([
  ['https://cal.example/jan', booking, 'clock'],
  ['https://cal.example/mailto:jan', booking, 'clock'],
  ['mailto:team@callwright.example', mail, 'mail'],
])('a link to %s says “%s”', (href, label, icon) => {
  render(<ReplyLink copy={cs.afterCall} href={href} />);
  const link = screen.getByRole('link', { name: label });
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveClass('btn-primary');
  expect(link.querySelector('use')?.getAttribute('href')).toMatch(new RegExp(`#${icon}$`));
});
