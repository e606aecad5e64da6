import { render, screen, within } from '@testing-library/react';
import { stubBrowser } from '@/__tests__/components/typing/browser';
import LandingPage from '@/app/(en)/page';
import { getServiceName, serviceCardsEn } from '@/lib/content/services-en';
import { site } from '@/lib/content/site';
import { SERVICE_TYPES } from '@/lib/services';

// Only the server renders inline scripts: React logs an error when it creates one in a browser.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));

beforeEach(() => {
  // Nothing comes into view, so the call widget stays the shell that the server sent.
  stubBrowser();
  render(<LandingPage />);
});

const cardNames = SERVICE_TYPES.filter((type) => serviceCardsEn[type]).map(getServiceName);
const getRegion = (id: string) => within(document.getElementById(id)!);
const expectToOpenDialog = (button: HTMLElement) => {
  expect(button).toHaveAttribute('command', 'show-modal');
  expect(button).toHaveAttribute('commandfor', 'contact-dialog');
};

test('the header leads to every section and Contact opens the dialog', () => {
  const header = within(screen.getByRole('banner'));
  const nav = within(header.getByRole('navigation', { name: 'Main' }));
  const links = nav
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Home', '#home'],
    ['Solutions', '#features'],
    ['Core Features', '#demo'],
    ['AI Phone Assistant', '#phone-caller'],
  ]);
  for (const [, href] of links) expect(document.querySelector(String(href))).not.toBeNull();
  expectToOpenDialog(nav.getByRole('button', { name: 'Contact' }));
  expectToOpenDialog(within(document.getElementById('site-menu')!).getByText('Get Started'));
});

test('there is one h1, and every section has its heading', () => {
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  for (const id of ['features', 'demo', 'phone-caller', 'contact'])
    expect(getRegion(id).getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

test('the hero offers the dialog and the phone caller', () => {
  expectToOpenDialog(getRegion('home').getByRole('button', { name: 'Get Started' }));
  expect(getRegion('home').getByRole('link', { name: 'Try AI Phone Caller' })).toHaveAttribute(
    'href',
    '#phone-caller',
  );
});

test('the services section shows each service that has a card', () => {
  const titles = getRegion('demo').getAllByRole('heading', { level: 3 });
  expect(titles.map((title) => title.textContent)).toEqual(cardNames);
  expectToOpenDialog(getRegion('demo').getByRole('button', { name: 'Get Started Today' }));
});

test('the contact section invites to the free session', () => {
  const contact = getRegion('contact');
  expect(
    contact.getByRole('heading', { name: 'Free AI Automation Strategy Session' }),
  ).toBeVisible();
  expect(contact.getByText(/30-minute consultation/)).toBeVisible();
  expect(contact.getByText(/30-day transformation/)).toBeVisible();
  for (const note of ['No spam', '100% free consultation', 'Response within 24 hours'])
    expect(contact.getByText(note)).toBeVisible();
  expectToOpenDialog(contact.getByRole('button', { name: 'Claim Your Free Strategy Session' }));
});

test('the footer leads everywhere, and Custom Solutions opens the dialog', () => {
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText('AI-driven automation for business workflows.')).toBeVisible();
  const services = within(footer.getByRole('navigation', { name: 'Services' }));
  const links = services.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    cardNames.map((name) => [name, '#demo']),
  );
  expectToOpenDialog(services.getByRole('button', { name: 'Custom Solutions' }));
  expectToOpenDialog(footer.getByRole('button', { name: 'Get Started Today' }));
  expect(footer.getByText(/© \d{4}/)).toHaveTextContent(site.brand);
  expect(footer.getByText(/© \d{4}/)).toBeVisible();
  expect(footer.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy');
});

test('the dialog has its trust notes and a link to the privacy notice', () => {
  const dialog = within(document.getElementById('contact-dialog')!);
  for (const note of ['Secure & Private', '24hr Response', 'No Spam'])
    expect(dialog.getByText(note)).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'privacy notice', hidden: true })).toHaveAttribute(
    'href',
    '/privacy',
  );
});
