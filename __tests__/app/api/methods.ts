type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type Route = Record<Method, (request: Request) => Promise<Response>>;

/** Tests that a route refuses every method except POST. */
export const testRefusesOtherMethods = (route: Route) =>
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s is answered with 405 in JSON',
    async (method) => {
      const response = await route[method](new Request('http://localhost/api', { method }));
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ ok: false, error: 'method' });
    },
  );
