/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { errorMessages } from '@/lib/contact/messages';
import { personalCopyCs } from '@/lib/content/personal-cs';

provideSettings();
beforeEach(() => void jest.spyOn(console, 'log').mockImplementation(() => undefined));

type Route = Record<string, (request: Request) => Promise<Response>>;

const callRefused = 'The call cannot be made.';
const reportRefused = 'This report was not accepted.';
/** The method that each route takes, and its sentence about others. */
const routes: Record<string, ['GET' | 'POST', string | undefined]> = {
  'call-config': ['GET', undefined],
  'call-failure': ['POST', reportRefused],
  'call/ended': ['POST', reportRefused],
  'call/left': ['POST', callRefused],
  'call/outcome': ['POST', reportRefused],
  'call/ticket': ['POST', callRefused],
  'call/web': ['POST', callRefused],
  contact: ['POST', errorMessages.method],
  count: ['POST', 'This was not counted.'],
  cron: ['GET', undefined],
  doctor: ['GET', undefined],
  'page-error': ['POST', reportRefused],
  visit: ['POST', personalCopyCs.visit.failed],
  'visit/input': ['POST', reportRefused],
};

test('every route is listed', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => file.endsWith('/route.ts'));
  expect(found.sort()).toEqual(
    [...Object.keys(routes), 'health'].map((name) => `${name}/route.ts`).sort(),
  );
});

describe.each(Object.entries(routes))('/api/%s', (name, [allowed, message]) => {
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    // Next derives HEAD from GET.
    (method) => method !== allowed && !(allowed === 'GET' && method === 'HEAD'),
  );

  test.each(others)('answers %s with 405 in JSON', async (method) => {
    const route = (await import(`@/app/api/${name}/route`)) as Route;
    const response = await route[method]?.(
      new Request(`http://localhost/api/${name}?x`, { method }),
    );
    expect(response?.status).toBe(405);
    expect(response?.headers.get('allow')).toBe(allowed);
    expect(response?.headers.get('cache-control')).toBe('no-store');
    expect(await response?.json()).toEqual({
      ok: false,
      error: 'method',
      ...(message && { message }),
    });
  });
});
