/**
 * Pages of the bare app that serving is compared with: one that never changes, and one that is rendered per request, reads
 * a parameter and has a policy with a nonce.
 *
 * @param like markup; the second page says what it says, repeated until the answer is about as long
 * @returns files of the app by path
 */
export function barePages(like: string): Record<string, string> {
  const words = like.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  // The framework sends every text twice, as markup and as data, and 6 KB of its own.
  const length = Math.max(0, like.length - 6000) / 3;
  const text = words.repeat(Math.ceil(length / words.length)).slice(0, length);
  return {
    'proxy.js': `
    import { NextResponse } from 'next/server';
    export function proxy({ headers }) {
      const policy = "script-src 'nonce-" + btoa(crypto.randomUUID()) + "'";
      const request = new Headers(headers);
      request.set('Content-Security-Policy', policy);
      const response = NextResponse.next({ request: { headers: request } });
      response.headers.set('Content-Security-Policy', policy);
      return response;
    }
    export const config = { matcher: '/dynamic' };`,
    'app/dynamic/page.jsx': `
    const lines = ${JSON.stringify(text.match(/[^]{1,200}/g))};
    export default async function Page({ searchParams }) {
      const { contact_name } = await searchParams;
      return <main><h1>{contact_name}</h1>{lines.map((line, at) => <p key={at}>{line}</p>)}</main>;
    }`,
  };
}
