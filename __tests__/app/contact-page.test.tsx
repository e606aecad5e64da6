/** @jest-environment node */
import { provideSettings } from '@/__tests__/lib/server/settings';
import { cookies } from 'next/headers';
import { renderToString } from 'react-dom/server';
import { readCookies } from '@/__tests__/lib/server/contact/cookie-jar';
import ContactPage, { generateMetadata } from '@/app/(en)/contact/page';
import { site } from '@/lib/content/site';
import { redirectToOutcome } from '@/lib/server/contact/contact-outcome';

jest.mock('next/headers');

provideSettings();

/** Shows the page to a browser that carries these Set-Cookie headers. */
async function renderContactPage(set: readonly string[], query: { new?: string } = {}) {
  const jar = readCookies(set);
  const get = (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined);
  jest.mocked(cookies).mockResolvedValue({ get } as unknown as Awaited<ReturnType<typeof cookies>>);
  const props = { searchParams: Promise.resolve(query) };
  const metadata = await generateMetadata(props);
  return { metadata, html: renderToString(await ContactPage(props)) };
}

const redirectFailure = (error: 'invalid' | 'unavailable' | 'internal' = 'invalid') =>
  redirectToOutcome(
    { ok: false, error, message: 'Please check your input and try again.' },
    { email: 'eva"><script>', message: '<b>' },
  );

test('without an outcome it shows the empty form, and no search engine lists it', async () => {
  const { metadata, html } = await renderContactPage([]);
  expect(metadata).toEqual({ title: 'Get In Touch', robots: { index: false, follow: false } });
  expect(html).toContain('action="/api/contact"');
  expect(html).not.toContain('role="alert"');
});

test('a failed post shows the reason and the escaped values', async () => {
  const { metadata, html } = await renderContactPage((await redirectFailure()).cookies);
  expect(metadata.title).toBe('Your message was not sent');
  expect(html).toContain('Please check your input and try again.');
  expect(html).toContain('value="eva&quot;&gt;&lt;script&gt;"');
  expect(html).not.toContain('<script>');
});

test.each([
  ['invalid', false],
  ['unavailable', true],
  ['internal', true],
] as const)('after the error %s, offers a mail address: %s', async (error, isMailOffered) => {
  const { html } = await renderContactPage((await redirectFailure(error)).cookies);
  expect(html.includes(`mailto:${site.contactMail}`)).toBe(isMailOffered);
});

test('a stored request shows success, and a new form when asked for', async () => {
  const { cookies: set } = await redirectToOutcome(
    { ok: true, body: { service_type: 'other' } },
    {},
  );
  const { metadata, html } = await renderContactPage(set);
  expect(metadata.title).toBe('Message Sent Successfully!');
  expect(html).toContain('Custom Solution');
  expect(html).not.toContain('<form');
  expect((await renderContactPage(set, { new: '' })).html).toContain('<form');
});

test('ignores a forged cookie', async () => {
  const { html } = await renderContactPage([
    'contact-outcome.0=1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ]);
  expect(html).not.toContain('role="alert"');
});
