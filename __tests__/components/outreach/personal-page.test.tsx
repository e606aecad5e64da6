import { render, screen } from '@testing-library/react';
import { listIcons } from '@/__tests__/components/ui/list-icons';
import { Assurances } from '@/components/outreach/assurances';
import { DemoUnavailable } from '@/components/outreach/demo-panel';
import { Greeting } from '@/components/outreach/greeting';
import { ReplyLink } from '@/components/outreach/reply-link';
import { LogoHeader } from '@/components/ui/page/logo-header';
import { personalCopyEn } from '@/lib/content/personal-en';
import { personalCopyCs } from '@/lib/content/personal-cs';

// Only the server renders inline scripts.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));

const { mail, booking } = personalCopyCs.afterCall;

test('a prospect is greeted by name', () => {
  render(
    <Greeting copy={personalCopyCs} description={personalCopyCs.description} name="Jan Novák" />,
  );
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent(/^Dobrý den, Jan Novák$/);
});

test('greets without a name and describes the page', () => {
  render(<Greeting copy={personalCopyCs} description={personalCopyCs.description} name={null} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Dobrý den$/);
  expect(screen.getByText(personalCopyCs.subtitle)).toBeVisible();
  expect(screen.getByText(/Zavolejte mu přímo/)).toBeVisible();
});

test('the header leads home', () => {
  render(<LogoHeader brand="Callwright" home="Domů" />);
  expect(screen.getByRole('link', { name: 'Domů' })).toHaveAttribute('href', '/');
});

test('lists each assurance with its own icon', () => {
  render(<Assurances copy={personalCopyCs} language="cs" />);
  const notes = screen.getAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual(personalCopyCs.notes);
  expect(listIcons()).toEqual(['shield', 'check', 'clock']);
});

test('the link to the Czech privacy notice is part of a sentence', () => {
  render(<Assurances copy={personalCopyCs} language="cs" />);
  const link = screen.getByRole('link', { name: 'ochrana osobních údajů' });
  expect(link).toHaveAttribute('href', '/privacy#cs');
  expect(link.parentElement?.textContent).toBe(
    `${personalCopyCs.privacy.before} ${personalCopyCs.privacy.link}`,
  );
});

test('without an assistant, shows the error and our mail address', () => {
  render(<DemoUnavailable copy={personalCopyCs.unavailable} />);
  expect(screen.getByRole('heading', { name: 'Demo není dostupné.' })).toBeVisible();
  expect(screen.getByText('Chybí konfigurace AI asistenta.')).toBeVisible();
  const link = screen.getByRole('link', { name: 'hello@callwright.example' });
  expect(link).toHaveAttribute('href', 'mailto:hello@callwright.example');
  expect(link.parentElement?.textContent).toBe(
    `${personalCopyCs.unavailable.help} hello@callwright.example`,
  );
});

test.each([
  ['https://cal.example/jan', booking, 'clock'],
  ['https://cal.example/mailto:jan', booking, 'clock'],
  ['mailto:team@callwright.example', mail, 'mail'],
])('a link to %s says “%s”', (href, label, icon) => {
  render(<ReplyLink copy={personalCopyCs.afterCall} href={href} />);
  const link = screen.getByRole('link', { name: label });
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveClass('btn-primary');
  expect(link.querySelector('use')?.getAttribute('href')).toMatch(new RegExp(`#${icon}$`));
});

test('the English page greets and links in English', () => {
  render(<Greeting copy={personalCopyEn} description={personalCopyEn.description} name="Jan" />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Hello, Jan$/);
  render(<Assurances copy={personalCopyEn} language="en" />);
  expect(screen.getByRole('link', { name: 'privacy notice' })).toHaveAttribute(
    'href',
    '/privacy#en',
  );
  const home = screen.getByRole('link', { name: 'on our home page' });
  expect(home.parentElement?.textContent).toBe('Read more about us on our home page.');
});
