import { countRows, createForm, createAddress, send } from '../client';
import { ADDRESS_HEADER, getTarget, printFigure } from '../target';

const FETCH_SITES = ['same-origin', 'same-site', 'cross-site', 'none', ''] as const;
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
] as const;
const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export function testCrossSiteRequests(): void {
  test('only the origins, types and methods of our own pages are stored', async () => {
    const [site] = getTarget().sites;
    const ownOrigins = [getTarget().origin, site.url];
    const wrong: string[] = [];
    let combinationCount = 0;

    const check = async (method: string, origin: string, fetchSite: string, type: string) => {
      const form = createForm();
      const isJson = type !== 'application/x-www-form-urlencoded';
      const body = isJson ? JSON.stringify(form) : new URLSearchParams(form).toString();
      const headers = {
        ...(origin && { origin }),
        ...(fetchSite && { 'sec-fetch-site': fetchSite }),
        ...(type && { 'content-type': type }),
        [ADDRESS_HEADER]: createAddress(),
      };
      const hasNoBody = method === 'GET' || method === 'HEAD';
      const url = `${site.url}/api/contact`;
      const { status } = await send(url, method, headers, hasNoBody ? '' : body);
      // A page cannot forge Sec-Fetch-Site: where a browser sends it, it decides.
      const isFromUs =
        fetchSite === 'same-origin' ||
        ((fetchSite === '' || fetchSite === 'none') && ownOrigins.includes(origin));
      const isLegitimate =
        method === 'POST' && isFromUs && (type === TYPES[0] || type === TYPES[1]);
      const stored = await countRows(form.email);
      combinationCount += 1;
      if (stored !== Number(isLegitimate) || status >= 500 || (method !== 'POST' && status !== 405))
        wrong.push(`${method} ${origin} ${fetchSite} ${type}: ${status}, ${stored} stored`);
    };
    for (const origin of [...ownOrigins, 'https://evil.example', 'null', '']) {
      for (const fetchSite of FETCH_SITES)
        for (const type of TYPES) await check('POST', origin, fetchSite, type);
      for (const method of METHODS) await check(method, origin, 'same-origin', TYPES[0]);
    }
    printFigure('combinations', `${combinationCount}, ${wrong.length} handled wrongly`);
    expect(wrong).toEqual([]);
    expect(combinationCount).toBeGreaterThanOrEqual(40);
  });
}
