import { callConfig, isOwnGet } from '@/lib/server/call-config';

const noStore = { 'Cache-Control': 'no-store' };

// GET hands our own pages what they need to dial.
export async function GET(request: Request): Promise<Response> {
  if (!isOwnGet(request)) {
    return Response.json({ ok: false, error: 'forbidden' }, { status: 403, headers: noStore });
  }
  return Response.json(callConfig(), { headers: noStore });
}

function other(): Response {
  const headers = { ...noStore, Allow: 'GET' };
  return Response.json({ ok: false, error: 'method' }, { status: 405, headers });
}

export { other as POST, other as PUT, other as PATCH, other as DELETE, other as OPTIONS };
