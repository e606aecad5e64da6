import { callConfig, isOwnGet } from '@/lib/server/call-config';
import { observed, withError } from '@/lib/server/observe';
import { admitCall } from '@/lib/server/rate-limit';

const noStore = { 'Cache-Control': 'no-store' };

const refused = (error: string, status: number, headers = {}) =>
  withError(
    Response.json({ ok: false, error }, { status, headers: { ...noStore, ...headers } }),
    error,
  );

// GET hands our own pages what they need to dial.
export const GET = observed(async (request) => {
  if (!isOwnGet(request)) return refused('forbidden', 403);
  const seconds = await admitCall(null, request);
  if (seconds) return refused('rate_limited', 429, { 'Retry-After': String(seconds) });
  return Response.json(callConfig(), { headers: noStore });
});

const other = observed(() => refused('method', 405, { Allow: 'GET' }));

export { other as POST, other as PUT, other as PATCH, other as DELETE, other as OPTIONS };
