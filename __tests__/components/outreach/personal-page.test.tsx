import { render, screen } from '@testing-library/react';
import { listIcons } from '@/__tests__/components/ui/list-icons';
import { Assurances } from '@/components/outreach/assurances';
import { DemoUnavailable } from '@/components/outreach/demo-panel';
import { Greeting } from '@/components/outreach/greeting';
import { ReplyLink } from '@/components/outreach/reply-link';
import { LogoHeader } from '@/components/ui/page';
import { personalCopyEn } from '@/lib/content/personal-en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';

// Only the server renders inline scripts.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));

/** The queries of Testing Library take every space for an ordinary one. */
const copyCs = JSON.parse(
  JSON.stringify(personalCopyCs).replaceAll('\u00a0', ' '),
) as typeof personalCopyCs;
const { mail, booking } = copyCs.afterCall;

test('a prospect is greeted by name', () => {
  render(<Greeting copy={copyCs} description={copyCs.description} name="Jan Novák" />);
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(`${copyCs.greeting}, Jan Novák`);
});

test('greets without a name and describes the page', () => {
  render(<Greeting copy={copyCs} description={copyCs.description} name={null} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(copyCs.greeting);
  expect(screen.getByText(copyCs.subtitle)).toBeVisible();
  expect(screen.getByText(copyCs.description)).toBeVisible();
});

test('the header leads home', () => {
  render(<LogoHeader brand="Callwright" home="Domů" />);
  expect(screen.getByRole('link', { name: 'Domů' })).toHaveAttribute('href', '/');
});

test('lists each assurance with its own icon', () => {
  render(<Assurances copy={copyCs} language="cs" />);
  expect(screen.queryAllByRole('listitem').map((note) => note.textContent)).toEqual(
    copyCs.notes.map(({ text }) => text),
  );
  expect(listIcons()).toEqual(copyCs.notes.map(({ icon }) => icon));
});

test('the link to the Czech privacy notice is part of a sentence', () => {
  render(<Assurances copy={copyCs} language="cs" />);
  const link = screen.getByRole('link', { name: copyCs.privacy.link });
  expect(link).toHaveAttribute('href', '/privacy#cs');
  expect(link.parentElement?.textContent).toBe(`${copyCs.privacy.before} ${copyCs.privacy.link}`);
});

test('without an assistant, shows the error and our mail address', () => {
  render(<DemoUnavailable copy={copyCs.unavailable} />);
  expect(screen.getByRole('heading', { name: copyCs.unavailable.title })).toBeVisible();
  expect(screen.getByText(copyCs.unavailable.text)).toBeVisible();
  const link = screen.getByRole('link', { name: site.contactMail });
  expect(link).toHaveAttribute('href', `mailto:${site.contactMail}`);
  expect(link.parentElement?.textContent).toBe(`${copyCs.unavailable.help} ${site.contactMail}`);
});

test.each([
  ['https://cal.example/jan', booking, 'clock'],
  ['https://cal.example/mailto:jan', booking, 'clock'],
  ['mailto:team@callwright.example', mail, 'mail'],
])('a link to %s says “%s”', (href, label, icon) => {
  render(<ReplyLink copy={copyCs.afterCall} href={href} />);
  const link = screen.getByRole('link', { name: label });
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveClass('btn-primary');
  expect(link.querySelector('use')?.getAttribute('href')).toMatch(new RegExp(`#${icon}$`));
});

test('the English page greets and links in English', () => {
  render(<Greeting copy={personalCopyEn} description={personalCopyEn.description} name="Jan" />);
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(`${personalCopyEn.greeting}, Jan`);
  render(<Assurances copy={personalCopyEn} language="en" />);
  const { privacy, landing } = personalCopyEn;
  expect(screen.getByRole('link', { name: privacy.link })).toHaveAttribute('href', '/privacy#en');
  const home = screen.getByRole('link', { name: landing.link });
  expect(home.parentElement?.textContent).toBe(`${landing.before} ${landing.link}${landing.after}`);
});
