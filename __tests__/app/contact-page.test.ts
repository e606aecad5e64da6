import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { cookies } from 'next/headers';
import { renderToString } from 'react-dom/server';
import { readCookies } from '@/__tests__/lib/server/contact/cookie-jar';
import ContactPage, { generateMetadata } from '@/app/(en)/contact/page';
import { contactCopyEn, errorsEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { servicesEn } from '@/lib/content/services-en';
import { redirectToOutcome } from '@/lib/server/contact/form-post';
import { escapeHtml } from '@/__tests__/support/html';

jest.mock('next/headers');

provideSettings();

/** Shows the page to a browser that has got this redirect. */
async function renderPage(from?: Response, query: Record<string, string | string[]> = {}) {
  const jar = readCookies(from?.headers.getSetCookie() ?? []);
  const get = (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined);
  jest.mocked(cookies).mockResolvedValue({ get } as unknown as Awaited<ReturnType<typeof cookies>>);
  const props = { searchParams: Promise.resolve(query) };
  const metadata = await generateMetadata(props);
  return { metadata, html: renderToString(await ContactPage(props)) };
}

const redirectFailure = () =>
  redirectToOutcome(
    { ok: false, error: 'invalid', message: errorsEn.invalid },
    { email: 'eva"><script>', message: '<b>' },
  );

test('without an outcome it shows the empty form, and no search engine lists it', async () => {
  const { metadata, html } = await renderPage();
  expect(metadata).toEqual({ title: contactCopyEn.title, robots: { index: false, follow: false } });
  expect(html).toContain('action="/api/contact"');
  expect(html).toContain(en.contact.next.title);
  expect(html).not.toContain('role="alert"');
});

test('a failed post shows the reason and the escaped values', async () => {
  const { metadata, html } = await renderPage(await redirectFailure());
  expect(metadata.title).toBe(contactCopyEn.errorSummary);
  expect(html).toContain(escapeHtml(errorsEn.invalid));
  expect(html).toContain('value="eva&quot;&gt;&lt;script&gt;"');
  expect(html).not.toContain('<script>');
  expect(html).not.toContain(en.contact.next.title);
});

test('a stored request shows success, and a new form when asked for', async () => {
  const stored = await redirectToOutcome({ ok: true, body: { service_type: 'other' } }, {});
  const { metadata, html } = await renderPage(stored);
  expect(metadata.title).toBe(contactCopyEn.success.title);
  expect(html).toContain(escapeHtml(servicesEn.other.name));
  expect(html).not.toContain('<form');
  expect((await renderPage(stored, { new: '' })).html).toContain('<form');
});

test('the link to the booking page has the address typed, which the outcome brings', async () => {
  changeSettings({ BOOKING_URL: 'https://cal.example/call?email={email}' });
  const booking_url = 'https://cal.example/call?email=eva%2Ba%40example.com';
  const body = { service_type: 'other', booking_url };
  const { html } = await renderPage(await redirectToOutcome({ ok: true, body }, {}));
  expect(html).toContain(`href="${booking_url}"`);
  expect((await renderPage(undefined, { outcome: 'sent' })).html).not.toContain('cal.example');
});

describe('without cookies', () => {
  test('text in the address is not shown', async () => {
    const { html } = await renderPage(undefined, { outcome: 'not-sent', error: 'Call 555 now' });
    expect(html).not.toContain('Call 555');
    expect(html).toContain(escapeHtml(errorsEn.internal));
  });

  test.each([{ outcome: '' }, { new: '', outcome: 'sent' }, { error: 'internal' }])(
    'an address with %j shows the empty form',
    async (query) => {
      const { metadata, html } = await renderPage(undefined, query);
      expect(metadata.title).toBe(contactCopyEn.title);
      expect(html).toContain('<form');
      expect(html).not.toContain('role="alert"');
    },
  );

  test('a cookie is believed rather than the address, which may be an earlier one', async () => {
    const failed = await redirectFailure();
    const sent = await redirectToOutcome({ ok: true }, {});
    const readTitle = async (from: Response, outcome: string) =>
      (await renderPage(from, { outcome })).metadata.title;
    expect(await readTitle(failed, 'sent')).toBe(contactCopyEn.errorSummary);
    expect(await readTitle(sent, 'not-sent')).toBe(contactCopyEn.success.title);
  });
});
