import { screen, within } from '@testing-library/react';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import { en } from '@/lib/content/en';
import { getServiceName, serviceCardsEn } from '@/lib/content/services-en';
import { SERVICE_TYPES } from '@/lib/services';

provideSettings();
beforeEach(() => void showPage(<LandingPage />));

const cardNames = SERVICE_TYPES.filter((type) => serviceCardsEn[type]).map(getServiceName);
const getRegion = (id: string) => within(document.getElementById(id)!);
const listLinks = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('header and footer lead to every section, service and the privacy notice', () => {
  const { header, footer } = en;
  expect(listLinks(header.navLabel)).toEqual(header.links.map(({ label, href }) => [label, href]));
  for (const { href } of header.links) expect(document.querySelector(href)).not.toBeNull();
  expect(listLinks(footer.servicesTitle)).toEqual(cardNames.map((name) => [name, '#demo']));
  const notice = within(screen.getByRole('contentinfo')).getByRole('link', {
    name: footer.privacy,
  });
  expect(notice).toHaveAttribute('href', '/privacy');
});

test('every button that invites opens the dialog without script', () => {
  const { actions, footer } = en;
  for (const [place, name] of [
    [within(screen.getByRole('banner')), actions.contact],
    [getRegion('site-menu'), actions.getStarted],
    [getRegion('home'), actions.getStarted],
    [getRegion('demo'), actions.getStartedToday],
    [getRegion('contact'), actions.claim],
    [within(screen.getByRole('contentinfo')), footer.customSolutions],
    [within(screen.getByRole('contentinfo')), actions.getStartedToday],
  ] as const) {
    const opener = place.getAllByRole('button', { name, hidden: true }).at(-1);
    expect(opener).toHaveAttribute('command', 'show-modal');
    expect(opener).toHaveAttribute('commandfor', 'contact-dialog');
  }
});

test('shows each service that has a card, and no drawing to screen readers', () => {
  // Drawings are decoration.
  expect(document.querySelectorAll('svg:not([aria-hidden], [aria-hidden] *)')).toHaveLength(0);
  const titles = getRegion('demo').getAllByRole('heading', { level: 3 });
  expect(titles.map((title) => title.textContent)).toEqual(cardNames);
});
