import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PersonalError from '@/app/(personal)/error';
import EnglishError from '@/app/(en)/error';
import PrivacyPage from '@/app/(en)/privacy/page';
import GlobalError from '@/app/global-error';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { TEXTS } from '@/lib/content/languages';
import { site } from '@/lib/content/site';
import { LANGUAGE_CODES } from '@/lib/language';

beforeEach(() => void jest.replaceProperty(process, 'env', { ...process.env }));

test('shows the error with a button to reload, our mail address and ways on', async () => {
  // jsdom does not navigate; it logs an error.
  const reloads = jest.mocked(console.error).mockImplementation(() => undefined);
  render(<EnglishError error={new Error('secret detail')} />);
  const { title, home, retry } = ERROR_TEXTS.en;
  const logo = within(screen.getByRole('banner')).getByRole('link', { name: site.shortBrand });
  expect(logo).toHaveAttribute('href', '/');
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link', { name: home })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: site.contactMail })).toBeVisible();
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link')).toHaveAttribute('href', '/privacy');
  expect(document.body).not.toHaveTextContent('secret detail');
  expect(reloads).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: retry }));
  expect(reloads.mock.calls).toEqual([[expect.objectContaining({ type: 'not implemented' })]]);
});

describe('an error page reports only the digest to our server', () => {
  const sendBeacon = jest.fn<boolean, [string, Blob]>(() => true);
  beforeEach(() => {
    Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'sendBeacon'));

  const fault = Object.assign(new Error('eva@example.com'), { digest: '3047389217' });

  /** Reads a blob, because those of jsdom have no method for it. */
  const readText = (blob: Blob) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(blob);
    });

  test.each([
    ['in English', EnglishError, fault, '{"digest":"3047389217"}'],
    ['in the language of a personal page', PersonalError, fault, '{"digest":"3047389217"}'],
    ['in place of the whole document', GlobalError, fault, '{"digest":"3047389217"}'],
    ['without one if it was thrown in the browser', EnglishError, new Error('eva@a.cz'), '{}'],
  ])('%s', async (_where, ErrorPage, error, body) => {
    const options = ErrorPage === GlobalError ? { container: document } : {};
    const { rerender } = render(<ErrorPage error={error} />, options);
    rerender(<ErrorPage error={error} />);
    expect(sendBeacon).toHaveBeenCalledTimes(1);
    const [path, report] = sendBeacon.mock.lastCall ?? [];
    expect([path, report?.type]).toEqual(['/api/page-error', 'application/json']);
    expect(await readText(report as Blob)).toBe(body);
  });

  test('is shown even if beacons are switched off', () => {
    Reflect.deleteProperty(navigator, 'sendBeacon');
    render(<EnglishError error={fault} />);
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

describe('the error page of a personal page', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  test.each([
    ...LANGUAGE_CODES.map((code) => [code, ERROR_TEXTS[code].retry]),
    // By a page translator.
    ['fr', ERROR_TEXTS.cs.retry],
    ['', ERROR_TEXTS.cs.retry],
  ])('with lang="%s" says “%s” under the same title', (lang = '', button = '') => {
    document.documentElement.lang = lang;
    render(<PersonalError error={new Error()} />);
    expect(screen.getByRole('button', { name: button })).toBeVisible();
    const title = screen.getByRole('heading', { name: ERROR_TEXTS.cs.title });
    expect(title).toHaveAttribute('lang', 'en');
  });
});

test('the privacy notice is English with a part in each other language that says so', () => {
  process.env['SITE_URL'] = 'https://callwright.example';
  render(<PrivacyPage />);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  const parts = screen.getAllByRole('article');
  expect(parts.map(({ id }) => id)).toEqual(LANGUAGE_CODES);
  for (const part of parts) {
    expect(part).toHaveAttribute('lang', part.id);
    expect(part).toHaveTextContent(site.controller.mail);
    expect(part).toHaveTextContent(/12/);
    for (const code of LANGUAGE_CODES.filter((other) => other !== part.id)) {
      const name = TEXTS[code].writePrivacy(12).readHere;
      expect(within(part).getByRole('link', { name })).toHaveAttribute('href', `#${code}`);
    }
  }
});
