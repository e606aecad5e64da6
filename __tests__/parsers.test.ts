import { buildForm } from '@/__tests__/support/contact-form';
import { readSdkError, readSdkMessage } from '@/lib/call/sdk/sdk-events';
import { formatTranscript } from '@/lib/call/transcript/entries';
import { findTool, formatToolDetail } from '@/lib/call/transcript/tool-calls';
import { isSameSentence, removeMarkup } from '@/lib/call/transcript/transcript';
import { suggestEmail } from '@/lib/contact/email';
import { mapFields, replaceLoneSurrogates } from '@/lib/contact/fields';
import { checkField, parseContactRequest } from '@/lib/contact/schema';
import { callCopyEn } from '@/lib/content/call-en';
import { cleanContactName } from '@/lib/outreach/contact-name';
import { readLinkLanguage, readPersonalLink } from '@/lib/outreach/mangled-links';
import { describePageView } from '@/lib/server/analytics/funnel';
import { classifySource } from '@/lib/server/http/source';
import { readFormMetadata } from '@/lib/server/contact/strategy-sessions';
import { readOutcome } from '@/lib/server/contact/form-post';
import { readBody } from '@/lib/server/http/request';
import {
  getClientAddress,
  isDeclaredBot,
  isFromOwnPage,
  readBearerToken,
} from '@/lib/server/http/request';
import { decideRequest } from '@/lib/site/routing';
import { createSaid } from './lib/call/transcript/entries';
import { provideSettings } from './lib/server/settings';

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

/** Node refuses more than 16 KB of headers, and our own code longer bodies. */
const LENGTH = 16 * 1024;
/** Where a parser has a limit of its own, the worst text is about as long as that. */
const LENGTHS = [LENGTH, 4000, 499, 42];

/**
 * Work that grows with the square of the length takes 100 million steps for 16 KB, which no machine
 * does in this time. Linear work takes less than a millisecond, or more on a busy machine.
 */
const SUSPICIOUS_MS = 60;
/** How much longer the whole text takes than half of it: 2 if linear, 4 if quadratic. */
const MAX_RATIO = 3;

/** What the patterns of the parsers repeat, and what makes them fail at the end of the text. */
const PARTS = [
  ...[' ', 'a ', '# ', '> ', ', ', 'bot ', '<a ', '<a@b.cz> ', '] @[', 'dr h c ', '\n', '\r', '\0'],
  ...['AAAAAA ', '\ud800', '\u200b', '\u0301', '\u0316\u0301', '\\u0026', '\\u0026a', '`'],
  ...`a aA Ž ０ 0 0. 0- 3D . a. r. Bc. @ a@ <a@ @a. a@b.cz a@gmail.co google. mailto: en < > ( [ ](
    [a]( ({ * _a _ # ! !a " ' - / + ? = =3D ; ;a= a, a;q=0.1, & &a &a; &#1; &amp; a=& %25=&
    contact_name=a& % %20 %25 %0A %e1 %E2%80%8B 00000000- :1 :: 1: { {" {"a": {"message": e30.
    2026-01-01T Mozilla/ iPad Mobi`.split(/\s+/),
];
const ENDS = ['', '!', '@', '"'];

/** Of what a header can hold. */
const buildHeaders = (name: string, text: string) => ({ [name]: text.replace(/[^ -~]/g, 'x') });
/** As it arrives, in ASCII. */
const buildPath = (text: string) =>
  `/outreach${replaceLoneSurrogates(text).replace(/[^!-~]+/g, encodeURIComponent)}`.slice(
    0,
    LENGTH,
  );
const createHeaders = (name: string, text: string) => new Headers(buildHeaders(name, text));
const createRequest = (name: string, text: string, body?: string) =>
  new Request('http://localhost/api/contact', {
    method: 'POST',
    headers: buildHeaders(name, text),
    body: body ?? null,
  });
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const post = (type: typeof JSON_TYPE | typeof FORM_TYPE, body: string, sentType: string = type) =>
  readBody(createRequest('content-type', sentType, body), type);
const contact = buildForm({ message: '' });
const now = new Date('2026-01-01');

const parsers: Record<string, (text: string) => unknown> = {
  'personal link: a value': (text) =>
    readPersonalLink({ contact_name: text, vapi_assistant_id: text }),
  'personal link: a language': (text) => readLinkLanguage({ lang: text }),
  'personal link: a parameter': (text) => readPersonalLink({ [text]: '' }),
  'personal link: many parameters': (text) =>
    readPersonalLink(Object.fromEntries(new URLSearchParams(text))),
  'personal link: a repeated parameter': (text) =>
    readPersonalLink({ contact_name: text.match(/.{1,4}/gsu) ?? [] }),
  'personal link: a path': (text) =>
    decideRequest('GET', { pathname: buildPath(text), search: '' }, () => undefined),
  name: cleanContactName,
  'titles behind a name': (text) => cleanContactName(`X, ${text} b`),
  'contact form: address': (text) => parseContactRequest({ ...contact, email: text }),
  'contact form: other fields': (text) =>
    parseContactRequest({ ...mapFields(() => text), email: contact.email }),
  'contact form: a check': (text) => checkField('email', { ...contact, email: text }),
  'contact form: a suggestion': suggestEmail,
  'contact form: metadata': (text) => readFormMetadata({ idempotency_key: text, fill_ms: text }),
  'contact form: source': classifySource,
  JSON: (text) => post(JSON_TYPE, text),
  'body: form': (text) => post(FORM_TYPE, text),
  'content type': (text) => post(JSON_TYPE, '{}', `x${text}`),
  bot: (text) => isDeclaredBot(createHeaders('user-agent', text)),
  'page view': (text) =>
    describePageView(
      { page: '/outreach', language: text, source: text },
      createHeaders('user-agent', text),
    ),
  visitor: (text) => getClientAddress(createRequest('x-real-ip', `1${text}1`)),
  origin: (text) => isFromOwnPage(createRequest('origin', `http://${text}`)),
  token: (text) => readBearerToken(createHeaders('authorization', `Bearer ${text}`)),
  'cookie of the outcome': (text) => readOutcome(text, {}),
  'message of the provider': (text) =>
    readSdkMessage({ type: 'transcript', role: 'user', transcript: `a${text}a` }),
  'error of the provider': (text) =>
    readSdkError({ type: 'start-method-error', error: { message: text } }, 'joining'),
  'name of a tool': findTool,
  'record of a tool': (text) =>
    formatToolDetail({ tool: 'create_crm_record', args: { name: text, [text]: text } }, 'en', now),
  'time of a tool': (text) =>
    formatToolDetail({ tool: 'book_appointment', args: { start: text } }, 'en', now),
  'transcript in the message': (text) =>
    formatTranscript(
      Array.from(text.slice(0, LENGTH / 8), (letter, id) => createSaid(id, 'visitor', letter)),
      callCopyEn,
      1000,
    ),
  'markup of the assistant': removeMarkup,
  'words of both': (text) => isSameSentence(text.slice(0, 4000), `b${text}`.slice(0, 4000)),
};

/** Lists the parts that take a parser more than in proportion to how often they are repeated. */
async function listSlow(parse: (text: string) => unknown, parts = PARTS): Promise<string[]> {
  const measure = async (part: string, end: string, length: number) => {
    const text = part.repeat(length / part.length).slice(0, length - end.length) + end;
    // Of the processor, so that other processes don't count.
    const start = process.cpuUsage();
    await parse(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const slow: string[] = [];
  for (const part of parts)
    for (const end of ENDS)
      for (const length of LENGTHS) {
        if ((await measure(part, end, length)) <= SUSPICIOUS_MS) continue;
        let [whole, half] = [0, 0];
        // In turns, so that what else the machine does falls to both.
        for (let turn = 0; turn < 4; turn += 1) {
          half += await measure(part, end, length / 2);
          whole += await measure(part, end, length);
        }
        if (whole > SUSPICIOUS_MS && whole > MAX_RATIO * half)
          slow.push(`${length} × ${JSON.stringify(part)}, ${end}: ${half} ms of ${whole} ms`);
      }
  return slow;
}

test.each(Object.entries(parsers))('%s: the time grows like the text', async (_, parse) => {
  expect(await listSlow(parse)).toEqual([]);
});

test('a planted quadratic pattern is found, and slow linear work is not', async () => {
  const slow = await listSlow((text) => /a+$/.test(text), ['a']);
  expect(slow).toContainEqual(expect.stringMatching(/^16384 × "a", !/));
  const workInProportion = (text: string) => {
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < 5 * text.length);
  };
  expect(await listSlow(workInProportion, ['a'])).toEqual([]);
});
