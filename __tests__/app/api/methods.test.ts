/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { errorsEn } from '@/lib/content/contact-en';

provideSettings();
beforeEach(() => void jest.spyOn(console, 'log').mockImplementation(() => undefined));

type Route = Record<string, (request: Request) => Promise<Response>>;

/** The methods that each route takes. */
const routes: Record<string, 'GET, HEAD' | 'POST' | 'GET, HEAD, POST'> = {
  call: 'GET, HEAD, POST',
  'call-failure': 'POST',
  'call/end': 'POST',
  'call/ended': 'POST',
  contact: 'POST',
  count: 'POST',
  cron: 'GET, HEAD',
  doctor: 'GET, HEAD',
  health: 'GET, HEAD',
  'page-error': 'POST',
  visit: 'POST',
  'visit/input': 'POST',
};

test('every route is listed', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => file.endsWith('/route.ts'));
  expect(found.sort()).toEqual(
    Object.keys(routes)
      .map((name) => `${name}/route.ts`)
      .sort(),
  );
});

describe.each(Object.entries(routes))('/api/%s', (name, allowed) => {
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !allowed.split(', ').includes(method),
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
      message: errorsEn.method,
    });
  });
});
