import { screen, within } from '@testing-library/react';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { getServiceName, serviceCardsEn } from '@/lib/content/services-en';
import { site } from '@/lib/content/site';
import { SERVICE_TYPES } from '@/lib/services';

provideSettings();
beforeEach(() => void showPage(<LandingPage />));

const cardNames = SERVICE_TYPES.filter((type) => serviceCardsEn[type]).map(getServiceName);
const getRegion = (id: string) => within(document.getElementById(id)!);
const expectToOpenDialog = (button: HTMLElement) => {
  expect(button).toHaveAttribute('command', 'show-modal');
  expect(button).toHaveAttribute('commandfor', 'contact-dialog');
};

test('the header leads to every section and Contact opens the dialog', () => {
  const header = within(screen.getByRole('banner'));
  const nav = within(header.getByRole('navigation', { name: en.header.navLabel }));
  const links = nav
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual(en.header.links.map(({ label, href }) => [label, href]));
  expect(links.map(([, href]) => href)).toEqual(['#home', '#features', '#demo', '#phone-caller']);
  for (const [, href] of links) expect(document.querySelector(String(href))).not.toBeNull();
  expectToOpenDialog(nav.getByRole('button', { name: en.actions.contact }));
  expectToOpenDialog(
    within(document.getElementById('site-menu')!).getByText(en.actions.getStarted),
  );
});

test('there is one h1, and every section has its heading', () => {
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  for (const id of ['features', 'demo', 'phone-caller', 'contact'])
    expect(getRegion(id).getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

test('the hero offers the dialog and the phone caller', () => {
  expectToOpenDialog(getRegion('home').getByRole('button', { name: en.actions.getStarted }));
  expect(getRegion('home').getByRole('link', { name: en.hero.tryCaller })).toHaveAttribute(
    'href',
    '#phone-caller',
  );
});

test('the services section shows each service that has a card', () => {
  const titles = getRegion('demo').getAllByRole('heading', { level: 3 });
  expect(titles.map((title) => title.textContent)).toEqual(cardNames);
  expectToOpenDialog(getRegion('demo').getByRole('button', { name: en.actions.getStartedToday }));
});

test('the contact section invites to the free session', () => {
  const contact = getRegion('contact');
  expect(contact.getByRole('heading', { name: en.contact.heading })).toBeVisible();
  for (const { title, text } of en.contact.benefits) {
    expect(contact.getByText(title)).toBeVisible();
    expect(contact.getByText(text)).toBeVisible();
  }
  for (const { text } of en.contact.notes) expect(contact.getByText(text)).toBeVisible();
  expectToOpenDialog(contact.getByRole('button', { name: en.actions.claim }));
});

test('the footer leads everywhere, and to the dialog for a custom solution', () => {
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText(en.footer.blurb)).toBeVisible();
  const services = within(footer.getByRole('navigation', { name: en.footer.servicesTitle }));
  const links = services.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    cardNames.map((name) => [name, '#demo']),
  );
  expectToOpenDialog(services.getByRole('button', { name: en.footer.customSolutions }));
  expectToOpenDialog(footer.getByRole('button', { name: en.actions.getStartedToday }));
  expect(footer.getByText(/© \d{4}/)).toHaveTextContent(site.controller.name);
  expect(footer.getByText(/© \d{4}/)).toBeVisible();
  expect(footer.getByRole('link', { name: en.footer.privacy })).toHaveAttribute('href', '/privacy');
});

test('the dialog has its trust notes and a link to the privacy notice', () => {
  const dialog = within(document.getElementById('contact-dialog')!);
  for (const { text } of contactCopyEn.trustNotes)
    expect(dialog.getByText(text)).toBeInTheDocument();
  const { link } = contactCopyEn.privacy;
  expect(dialog.getByRole('link', { name: link, hidden: true })).toHaveAttribute(
    'href',
    '/privacy',
  );
});
