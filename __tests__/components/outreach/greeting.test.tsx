import { render, screen } from '@testing-library/react';
import { Greeting } from '@/components/outreach/greeting';
import { LogoHeader } from '@/components/ui/page/logo-header';
import { cs } from '@/lib/content/cs';

// Only the server renders inline scripts.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));

test('a prospect is greeted by name', () => {
  render(<Greeting description={cs.description} name="Jan Novák" />);
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent(/^Dobrý den, Jan Novák$/);
});

test('greets without a name and describes the page', () => {
  render(<Greeting description={cs.description} name={null} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Dobrý den$/);
  expect(screen.getByText(cs.subtitle)).toBeVisible();
  expect(screen.getByText(/Zavolejte mu přímo/)).toBeVisible();
});

test('the header leads home', () => {
  render(<LogoHeader brand="Callwright" home="Domů" />);
  expect(screen.getByRole('link', { name: 'Domů' })).toHaveAttribute('href', '/');
});
