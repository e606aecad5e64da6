import { render, screen } from '@testing-library/react';
import { Assurances } from '@/components/outreach/assurances';
import { DemoUnavailable } from '@/components/outreach/demo-panel';
import { cs } from '@/lib/content/cs';

test('lists each assurance with its own icon', () => {
  render(<Assurances />);
  const notes = screen.getAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual(cs.notes);
  const iconLinks = notes.map((note) => note.querySelector('use')?.getAttribute('href'));
  expect(iconLinks).toEqual(
    ['shield', 'check', 'clock'].map((sign) => expect.stringMatching(`#${sign}$`)),
  );
});

test('the link to the Czech privacy notice is part of a sentence', () => {
  render(<Assurances />);
  const link = screen.getByRole('link', { name: 'ochrana osobních údajů' });
  expect(link).toHaveAttribute('href', '/privacy#cs');
  expect(link.parentElement?.textContent).toBe(`${cs.privacy.before} ${cs.privacy.link}`);
});

test('without an assistant, shows the error and our mail address', () => {
  render(<DemoUnavailable />);
  expect(screen.getByRole('heading', { name: 'Demo není dostupné.' })).toBeVisible();
  expect(screen.getByText('Chybí konfigurace AI asistenta.')).toBeVisible();
  const link = screen.getByRole('link', { name: 'hello@callwright.example' });
  expect(link).toHaveAttribute('href', 'mailto:hello@callwright.example');
  expect(link.parentElement?.textContent).toBe(`${cs.unavailable.help} hello@callwright.example`);
});
