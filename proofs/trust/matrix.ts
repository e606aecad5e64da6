import { countRows, filled, freshAddress, send } from './client';
import { figure } from './report';
import { ADDRESS_HEADER, type Site, type World } from './world';

const SITES = ['same-origin', 'same-site', 'cross-site', 'none', ''] as const;
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
] as const;
const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Origin × Sec-Fetch-Site × Content-Type × method: exactly what our own pages send is stored. */
export async function proveMatrix(world: World, site: Site): Promise<void> {
  const origins = [world.origin, site.url, 'https://evil.example', 'null', ''];
  const wrong: string[] = [];
  let combinations = 0;

  const tryOne = async (method: string, origin: string, from: string, type: string) => {
    const form = filled();
    const json = type !== 'application/x-www-form-urlencoded';
    const body = json ? JSON.stringify(form) : new URLSearchParams(form).toString();
    const headers = {
      ...(origin && { origin }),
      ...(from && { 'sec-fetch-site': from }),
      ...(type && { 'content-type': type }),
      [ADDRESS_HEADER]: freshAddress(),
    };
    const bodiless = method === 'GET' || method === 'HEAD';
    const { status } = await send(`${site.url}/api/contact`, method, headers, bodiless ? '' : body);
    const ours = origin === world.origin || origin === site.url;
    // A page cannot forge Sec-Fetch-Site: where a browser sends it, it decides.
    const fromUs = from === 'same-origin' || ((from === '' || from === 'none') && ours);
    const legitimate = method === 'POST' && fromUs && (type === TYPES[0] || type === TYPES[1]);
    const stored = await countRows(world, form.email);
    combinations += 1;
    if (stored !== Number(legitimate) || status >= 500 || (method !== 'POST' && status !== 405)) {
      wrong.push(`${method} ${origin || '-'} ${from || '-'} ${type || '-'} → ${status}, ${stored}`);
    }
  };
  for (const origin of origins) {
    for (const from of SITES) for (const type of TYPES) await tryOne('POST', origin, from, type);
    for (const method of METHODS) await tryOne(method, origin, 'same-origin', TYPES[0]);
  }
  for (const line of wrong) console.log(`  ${line}`);
  figure(
    'combinations of origin, fetch site, type, method',
    '≥ 40',
    `${combinations}`,
    combinations >= 40,
  );
  figure('… judged wrongly', '0', `${wrong.length}`, wrong.length === 0);
}
