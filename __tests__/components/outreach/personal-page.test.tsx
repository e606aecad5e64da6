import { render, screen } from '@testing-library/react';
import { PersonalPage, ReplyLink } from '@/components/outreach/personal-page';
import { removeNameFromUrl } from '@/components/outreach/name-in-url';
import { personalCopyEn } from '@/lib/content/personal-en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';

/** The queries of Testing Library take every space for an ordinary one. */
const copyCs = JSON.parse(
  JSON.stringify(personalCopyCs).replaceAll('\u00a0', ' '),
) as typeof personalCopyCs;
const { mail, booking } = copyCs.afterCall;

const show = (name: string | null, call: React.ReactNode = <p>A call</p>) =>
  render(<PersonalPage copy={copyCs} language="cs" name={name} call={call} />);

test('a prospect is greeted by name', () => {
  show('Jan Novák');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(`${copyCs.greeting}, Jan Novák`);
});

test('greets without a name and describes the page', () => {
  show(null);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(copyCs.greeting);
  expect(screen.getByText(copyCs.subtitle)).toBeVisible();
  expect(screen.getByText(copyCs.description)).toBeVisible();
  expect(screen.getByText('A call')).toBeVisible();
});

test('greets by the name that a call has taken out of the address', () => {
  history.replaceState(null, '', '/outreach?vapi_assistant_id=a&contact_name=Jan');
  removeNameFromUrl('a', 'Jan', 'cs');
  const { unmount } = show(null);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`${copyCs.greeting}, Jan`);
  unmount();
  show('Eva');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`${copyCs.greeting}, Eva`);
  history.replaceState(null, '', '/');
});

test('lists each assurance', () => {
  show(null);
  expect(screen.queryAllByRole('listitem').map((note) => note.textContent)).toEqual(
    copyCs.notes.map(({ text }) => text),
  );
});

test('without an assistant, shows the error and our mail address', () => {
  show(null, null);
  expect(screen.getByText(copyCs.unavailable.description)).toBeVisible();
  expect(screen.queryByText(copyCs.description)).toBeNull();
  expect(screen.getByRole('heading', { name: copyCs.unavailable.title })).toBeVisible();
  expect(screen.getByText(copyCs.unavailable.text)).toBeVisible();
  const link = screen.getByRole('link', { name: site.contactMail });
  expect(link).toHaveAttribute('href', `mailto:${site.contactMail}`);
  expect(link.parentElement?.textContent).toBe(`${copyCs.unavailable.help} ${site.contactMail}`);
});

test.each([
  ['https://cal.example/jan', booking],
  ['https://cal.example/mailto:jan', booking],
  ['mailto:team@callwright.example', mail],
])('a link to %s says “%s”', (href, label) => {
  render(<ReplyLink copy={copyCs.afterCall} href={href} />);
  const link = screen.getByRole('link', { name: label });
  expect(link).toHaveAttribute('href', href);
});

test('the English page greets and links in English', () => {
  render(<PersonalPage copy={personalCopyEn} language="en" name="Jan" call={null} />);
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(`${personalCopyEn.greeting}, Jan`);
  const { privacy, landing } = personalCopyEn;
  expect(screen.getByRole('link', { name: privacy.link })).toHaveAttribute('href', '/privacy#en');
  const home = screen.getByRole('link', { name: landing.link });
  expect(home.parentElement?.textContent).toBe(`${landing.before} ${landing.link}${landing.after}`);
});
