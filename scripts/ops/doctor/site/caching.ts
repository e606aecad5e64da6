import { failed, ok, warning } from '../check';
import { createCheck } from '../probes';
import { findAsset } from './headers';

/** Tests `Cache-Control` by path. A CDN may cache pages, because it can be purged. */
const RULES: [path: string, isRight: (value: string) => boolean][] = [
  [
    '/',
    (value) =>
      !/no-store|private/.test(value) &&
      (/\bs-maxage=\d/.test(value) || /\bmax-age=0\b.*must-revalidate/.test(value)),
  ],
  ['/outreach', (value) => value.includes('no-store')],
  ['/api/health', (value) => value.includes('no-store')],
];
const isImmutable = (value: string) =>
  value.includes('immutable') && Number(/\bmax-age=(\d+)/.exec(value)?.[1]) >= 31_536_000;

const caching = createCheck('caching', ['site'], async ({ fetchPage }) => {
  const asset = findAsset(await fetchPage('/'));
  const { status } = await fetchPage(asset);
  if (status !== 200)
    return failed(
      `the landing page asks for ${asset}, which answers ${status}`,
      'The CDN keeps the page of an earlier build: purge it.',
    );
  const rules = [...RULES, [asset, isImmutable] as const];
  const deviations = await Promise.all(
    rules.map(async ([path, isRight]) => {
      const value = (await fetchPage(path)).headers.get('cache-control') ?? '';
      return isRight(value) ? [] : [`${path} says “${value}”`];
    }),
  );
  if (deviations.flat().length === 0)
    return ok('pages, files, /outreach and /api as they should be');
  return failed(
    deviations.flat().join(', '),
    'Have the proxy or CDN leave Cache-Control as the site sends it.',
  );
});

const compression = createCheck('compression', ['site'], async ({ fetchPage }) => {
  const { headers } = await fetchPage('/');
  const coding = headers.get('content-encoding') ?? 'none';
  if (coding === 'br') return ok('Brotli');
  return warning(
    `${coding}, not Brotli`,
    'Have the proxy or CDN pass Accept-Encoding on, and not compress again.',
  );
});

export const cachingChecks = [caching, compression];
