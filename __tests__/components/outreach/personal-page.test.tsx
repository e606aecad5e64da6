import { render, screen } from '@testing-library/react';
import { PersonalPage, ReplyLink } from '@/components/outreach/personal-page';
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
const readGreeting = () => screen.getByRole('heading', { level: 1 }).textContent;

test('greets by the name of the link, or by the one that a call has taken out of it', () => {
  const { unmount } = show('Jan Novák');
  expect(readGreeting()).toBe(`${copyCs.greeting}, Jan Novák`);
  unmount();
  history.replaceState({ contactName: 'Jan' }, '');
  show(null);
  expect(readGreeting()).toBe(`${copyCs.greeting}, Jan`);
  history.replaceState(null, '');
});

test('greets without a name, and says what the page is', () => {
  show(null);
  expect(readGreeting()).toBe(copyCs.greeting);
  for (const text of [copyCs.subtitle, copyCs.description, 'A call'])
    expect(screen.getByText(text)).toBeVisible();
  const notes = screen.getAllByRole('listitem').map((note) => note.textContent);
  expect(notes).toEqual([...copyCs.notes, ...copyCs.steps.list].map(({ text }) => text));
});

test('without an assistant, shows the error and our mail address, and promises nothing', () => {
  show(null, null);
  expect(screen.queryByRole('listitem')).toBeNull();
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

// `language.spec.ts` has the rest of the page in English.
test('the English page links home in English', () => {
  render(<PersonalPage copy={personalCopyEn} language="en" name="Jan" call={null} />);
  const { landing } = personalCopyEn;
  const home = screen.getByRole('link', { name: landing.link });
  expect(home.parentElement?.textContent).toBe(`${landing.before} ${landing.link}${landing.after}`);
});
