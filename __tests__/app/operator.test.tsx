import { screen, within } from '@testing-library/react';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { en } from '@/lib/content/en';
import { TEXTS } from '@/lib/content/languages';
import { imprintTitle } from '@/lib/content/privacy';
import { LANGUAGE_CODES } from '@/lib/language';

jest.mock('next/headers');

const facts = {
  phone: '+420 123 456 789',
  imprint: ['Registered in Prague, C 12345', 'Director: Jana Nová'],
  controller: { name: 'Ringwell s.r.o.', address: 'Dlouhá 1', mail: 'privacy@example.com' },
  authority: {
    en: { name: 'the Data Office', address: 'data.example/en' },
    cs: { name: 'Datový úřad', address: 'data.example/cs' },
  },
};

/** Loads the pages of an operator with every fact and claim, or without. */
async function loadPages(hasFacts: boolean) {
  jest.resetModules();
  provideSettings();
  const { site } = await import('@/lib/content/site');
  Object.assign(site, hasFacts ? facts : { phone: '', imprint: [] });
  if (!hasFacts)
    for (const claims of Object.values(await import('@/lib/content/claims')))
      if (typeof claims !== 'string') (claims as unknown[]).length = 0;
  const { createOutreachPage, showPage } = await import('@/__tests__/support/show-page');
  const { default: LandingPage } = await import('@/app/(en)/page');
  const { default: PrivacyPage } = await import('@/app/(en)/privacy/page');
  const { SuccessMessage } = await import('@/components/contact/notices');
  return { site, createOutreachPage, showPage, LandingPage, PrivacyPage, SuccessMessage };
}

/** Expects links to dial this number, and that it is a way on where a call is not possible. */
function expectPhone(...ways: string[]) {
  const links = screen.getAllByRole('link', { name: facts.phone });
  for (const link of links) expect(link).toHaveAttribute('href', 'tel:+420123456789');
  const notice = document.querySelector<HTMLElement>('[data-cannot-call]')!;
  expect(notice).not.toBeVisible();
  const offered = ['button', 'link'].flatMap((role) =>
    within(notice).queryAllByRole(role, { hidden: true }),
  );
  expect(offered.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(ways));
  return links.map((link) => link.parentElement?.textContent);
}

test('the landing page names the operator and shows the number', async () => {
  const { site, showPage, LandingPage } = await loadPages(true);
  const html = showPage(<LandingPage />);
  expect(expectPhone(en.actions.getStarted, facts.phone)).toContain(
    `${en.phoneCaller.phone} ${facts.phone}`,
  );
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: facts.phone })).toBeVisible();
  expect(footer.getByText(/© \d{4}/)).toHaveTextContent(
    `© ${site.since} Ringwell s.r.o., Dlouhá 1`,
  );
  const imprint = footer.getByRole('link', { name: imprintTitle.en });
  expect(imprint).toHaveAttribute('href', '/privacy#imprint');
  // For search engines.
  expect(html).toContain(`"name":${JSON.stringify(site.brand)},"legalName":"Ringwell s.r.o."`);
  expect(html).toContain('"telephone":"+420123456789"');
});

test.each(LANGUAGE_CODES)('in %s, the personal page and the notice name them', async (code) => {
  const { showPage, createOutreachPage, PrivacyPage } = await loadPages(true);
  const { page } = TEXTS[code];
  showPage(
    <>
      {await createOutreachPage(code)}
      <PrivacyPage />
    </>,
  );
  expect(expectPhone(page.afterCall.mail, facts.phone)).toContain(`${page.phone} ${facts.phone}`);
  const [link] = screen.getAllByRole('link', { name: imprintTitle[code] });
  const [, id = ''] = link?.getAttribute('href')?.split('/privacy#') ?? [];
  const imprint = document.getElementById(id)!;
  expect(within(imprint).getByRole('heading', { name: imprintTitle[code] })).toBeVisible();
  for (const line of facts.imprint) expect(within(imprint).getByText(line)).toBeVisible();
  const notice = imprint.closest('article');
  expect(notice).toHaveAttribute('lang', code);
  const { name, address } = facts.authority[code];
  expect(notice).toHaveTextContent(`${name} (${address}).`);
});

test('without facts and claims, no page has a trace of them, or an empty list', async () => {
  const { showPage, createOutreachPage, ...pages } = await loadPages(false);
  for (const page of [
    <pages.LandingPage key="/" />,
    <pages.PrivacyPage key="/privacy" />,
    <pages.SuccessMessage key="success" title="h1" service="other" hasAnswer />,
    ...(await Promise.all(LANGUAGE_CODES.map(createOutreachPage))),
  ]) {
    expect(showPage(page)).not.toMatch(/href="tel:|"telephone"|[#"]imprint/);
    expect(Array.from(document.querySelectorAll('ul:empty'))).toEqual([]);
  }
});
