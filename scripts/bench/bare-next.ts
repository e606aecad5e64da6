/** In characters. */
const PARAGRAPH_LENGTH = 200;

/**
 * A page that is rendered per request, reads parameters and has a policy with a nonce. The
 * parameter `paragraphs` sets its length.
 *
 * @param sampleMarkup markup whose text the page repeats
 * @returns files of the app by path
 */
export function createBareDynamicPage(sampleMarkup: string): Record<string, string> {
  const words = sampleMarkup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const paragraphs = words.repeat(20).match(new RegExp(`.{${PARAGRAPH_LENGTH}}`, 'g'));
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
    const all = ${JSON.stringify(paragraphs)};
    export default async function Page({ searchParams }) {
      const { contact_name, paragraphs } = await searchParams;
      const some = all.slice(0, Number(paragraphs));
      return <main><h1>{contact_name}</h1>{some.map((text, at) => <p key={at}>{text}</p>)}</main>;
    }`,
  };
}
