/** @jest-environment node */
import { buildForm } from '@/__tests__/support/contact-form';
import { readSdkError, readSdkMessage } from '@/lib/call/sdk/sdk-events';
import { findTool, formatToolDetail } from '@/lib/call/transcript/tool-calls';
import { isSameSentence, removeMarkup } from '@/lib/call/transcript/words';
import { createSaid } from './lib/call/transcript/entries';
import { formatTranscript } from '@/lib/call/transcript/entries';
import { classifySource, readFormMetadata } from '@/lib/server/contact/form-metadata';
import { mapFields } from '@/lib/contact/fields';
import { checkField, parseContactRequest } from '@/lib/contact/schema';
import { suggestEmail } from '@/lib/contact/email';
import { callCopyEn } from '@/lib/content/call-en';
import { findLinkedAssistantId } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import {
  buildPersonalLink,
  readLinkLanguage,
  readPersonalLink,
} from '@/lib/outreach/personal-link';
import { readOutcome } from '@/lib/server/contact/form-post';
import {
  getClientAddress,
  isDeclaredBot,
  isFromOwnPage,
  readBearerToken,
} from '@/lib/server/http/request';
import { readBody } from '@/lib/server/http/bodies';
import { describePageView } from '@/lib/server/analytics/funnel';
import { decideRequest } from '@/lib/site/routing';
import { changeSettings, provideSettings } from './lib/server/settings';

provideSettings();
beforeAll(() => changeSettings({ TRUSTED_IP_HEADER: 'x-real-ip' }));

/** Node refuses more than 16 KB of headers, and our own code longer bodies. */
const LENGTH = 16 * 1024;
/** Where a parser has a limit of its own, the worst text is as long as that. */
const LENGTHS = [LENGTH, 4000, 1000, 499];

/**
 * Of the processor, so that other processes don't count. Work that grows with the square of the
 * length takes 100 million steps for 16 KB, which no machine does in this time. Linear work takes
 * less than a millisecond, or 20 with the compiler and the garbage collection.
 */
const MAX_MS = 60;

const createRequest = (headers: Record<string, string>, body?: string) =>
  new Request('http://localhost/api/contact', { method: 'POST', headers, body: body ?? null });
/** `Headers` refuses some of these texts; a server would have, too. */
const createHeaders = (name: string, text: string) => new Headers({ [name]: text });
const post = (type: string, body: string) =>
  readBody(createRequest({ 'content-type': type }, body), [
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
const contact = buildForm({ message: '' });

/** Parts of which the worst texts consist, and what makes a pattern fail at the end of the text. */
const ANY = [' ', ...`a @ a@ <a@ & &a; ; %25 a. " ' ( \u0301 !`.split(' ')];
const ENDS = ['', '!', '@', '"'];
const ASCII = ['a', ' ', ',', 'a,', 'a;q=0.1,', '0.', '::', '1:', '[', '%', '{"', '=', '/', 'bot '];

type Parser = readonly [parse: (text: string) => unknown, parts: readonly string[]];

const parsers: Record<string, Parser> = {
  'personal link: a value': [
    (text) => readPersonalLink({ contact_name: text, vapi_assistant_id: text }),
    [...ANY, '\\u0026', '\\u0026a', '&amp;', '&a', '?', '=', '=3D', '%', '%252525'],
  ],
  'personal link: a language': [
    (text) => readLinkLanguage({ lang: text }),
    [...ANY, '_', '-', '3D', '=3D', 'en', '%25'],
  ],
  'personal link: a parameter': [
    (text) => readPersonalLink({ [text]: '' }),
    [...ANY, '\\u0026', '&amp;', '='],
  ],
  'personal link: many parameters': [
    (text) => readPersonalLink(Object.fromEntries(new URLSearchParams(text))),
    ['a=&', 'a', '&', 'contact_name=a&', '%25=&'],
  ],
  'personal link: a repeated parameter': [
    (text) => readPersonalLink({ contact_name: text.match(/.{1,4}/gsu) ?? [] }),
    [...ANY, '\\u0026', 'a.b '],
  ],
  'personal link: a path': [
    (text) =>
      decideRequest('GET', { pathname: `/outreach${text}`, search: '' }, (path) =>
        path === '/outreach' ? 'route' : undefined,
      ),
    [...ANY, '%', '%25', '&', '%26', ';a=', '.', '%E2%80%8B', '/', '%0A'],
  ],
  'assistant id': [findLinkedAssistantId, [...ANY, '#', '/', '-', '_', '&#1;', '\u200b']],
  name: [cleanContactName, [...ANY, 'Bc.', 'dr h c ', ', ', '\u200b', '\u0316\u0301', 'Ž']],
  'contact form: address': [
    (text) => parseContactRequest({ ...contact, email: text }),
    [
      ...ANY,
      'a@b.cz ',
      '<a@b.cz> ',
      ...'\u200b ０ < [ mailto: ` \ud800 > * ] @[ !a %20 ({'.split(' '),
    ],
  ],
  'contact form: other fields': [
    (text) => parseContactRequest({ ...mapFields(() => text), email: contact.email }),
    [...ANY, '<', '\r', '\n', '\ud800', '\0', ...Object.values(buildForm())],
  ],
  'contact form: a check': [(text) => checkField('email', { ...contact, email: text }), ANY],
  'contact form: a suggestion': [suggestEmail, [...ANY, 'a@gmail.co']],
  'contact form: metadata': [
    (text) => readFormMetadata({ idempotency_key: text, fill_ms: text }),
    [...ANY, '0-', '00000000-'],
  ],
  'contact form: source': [classifySource, [...ANY, 'a.', '-', 'r.', 'google.', ':1']],
  JSON: [(text) => post('application/json', text), ['[', '{"a":', '"', '\\u0026', 'a', ' ']],
  'body: form': [
    (text) => post('application/x-www-form-urlencoded', text),
    ['a=&', '%', '%e1', '+', '&', '='],
  ],
  'content type': [(text) => post(`x${text}`, '{}'), ASCII],
  bot: [(text) => isDeclaredBot(createHeaders('user-agent', text)), [...ASCII, 'Mozilla/']],
  'page view': [
    (text) =>
      describePageView(
        { page: '/outreach', language: text, source: text },
        createHeaders('user-agent', text),
      ),
    [...ASCII, 'iPad', 'Mobi'],
  ],
  visitor: [(text) => getClientAddress(createRequest({ 'x-real-ip': `1${text}1` })), ASCII],
  origin: [(text) => isFromOwnPage(createRequest({ origin: `http://${text}` })), ASCII],
  token: [(text) => readBearerToken(createHeaders('authorization', `Bearer ${text}`)), ASCII],
  'cookie of the outcome': [(text) => readOutcome(text, {}), [...ASCII, '.', 'e30.']],
  'message of the provider': [
    (text) => readSdkMessage({ type: 'transcript', role: 'user', transcript: `a${text}a` }),
    [...ANY, '\n'],
  ],
  'error of the provider': [
    (text) => readSdkError({ type: 'start-method-error', error: { message: text } }, 'joining'),
    [...ANY, '{"message":', '{'],
  ],
  'call of a tool': [
    (text) => [
      findTool(text),
      formatToolDetail(
        { tool: 'create_crm_record', args: { name: text, [text]: text } },
        'en',
        now,
      ),
      formatToolDetail({ tool: 'book_appointment', args: { start: text } }, 'en', now),
    ],
    [...ANY, 'aA', '2026-01-01T', '0'],
  ],
  'transcript in the message': [
    (text) =>
      formatTranscript(
        Array.from(text.slice(0, LENGTH / 8), (letter, id) => createSaid(id, 'visitor', letter)),
        callCopyEn,
        1000,
      ),
    ['a', '\n'],
  ],
  'markup of the assistant': [
    removeMarkup,
    [...ANY, '[', '](', '[a](', '<a ', '> ', '*', '_a', '# '],
  ],
  'words of both': [(text) => isSameSentence(text, `b${text}`), [...ANY, 'a ', '-']],
};
const now = new Date('2026-01-01');

async function measure(parse: Parser[0], text: string): Promise<number> {
  const start = process.cpuUsage();
  await parse(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test.each(Object.entries(parsers))('%s: the worst text takes at most 60 ms', async (_, entry) => {
  const [parse, parts] = entry;
  const slow: string[] = [];
  for (const part of parts)
    for (const end of ENDS)
      for (const length of LENGTHS) {
        const text = part.repeat(length / part.length).slice(0, length - end.length) + end;
        const ms = await measure(parse, text);
        if (ms > MAX_MS)
          slow.push(`${length} × ${JSON.stringify(part)}, ${end}: ${ms.toFixed(0)} ms`);
      }
  expect(slow).toEqual([]);
});

test('a planted quadratic pattern is found', async () => {
  const ms = await measure((text) => /a+$/.test(text), `${'a'.repeat(LENGTH)}!`);
  expect(ms).toBeGreaterThan(MAX_MS);
});

test('a link with the longest names, encoded three times, among other parameters, is read', () => {
  const name = `${'Ž'.repeat(29)} ${'ř'.repeat(30)}`;
  const assistant = 'a'.repeat(64);
  const company = 'Společnost s velmi dlouhým názvem, spol. s r.o. '.repeat(2);
  const { search } = new URL(
    buildPersonalLink('https://callwright.example', { name, company, assistant }),
  );
  const ads = { fbclid: 'x'.repeat(200), gclid: 'y'.repeat(120), utm_source: 'newsletter' };
  const expected = { name, company: company.trim(), assistant };
  const parameters = Object.fromEntries(new URLSearchParams(search));
  const encodeTwice = (text: string) => encodeURIComponent(encodeURIComponent(text));
  expect(readPersonalLink({ ...ads, ...parameters })).toEqual(expected);
  const encoded = Object.entries(parameters).map(([key, text]) => [key, encodeTwice(text)]);
  expect(readPersonalLink({ ...ads, ...Object.fromEntries(encoded) })).toEqual(expected);
  expect(readPersonalLink({ [encodeTwice(search.slice(1))]: '' })).toEqual(expected);
});

test('a long parameter does not hide the others', () => {
  const link = { junk: 'x'.repeat(LENGTH), contact_name: 'Jana', vapi_assistant_id: 'demo' };
  const expected = { name: 'Jana', company: null, assistant: 'demo' };
  expect(readPersonalLink(link)).toEqual(expected);
});
