/** @jest-environment node */
import { client } from '@vapi-ai/web/dist/client';
import type { AssumptionId } from './assumptions';
import { connectVoiceApi, testDiffers, testHolds, formatRoute, type Recorded } from './contract';

/**
 * One group of routes in each line: its id, the paths that it answers for, and its routes. `+` is
 * before what the installed client has added, `-` before what is gone. `:x` is any parameter.
 */
const table = `
call | /call(/:x(/.*)?)? | CRUD /call + GET /call/:x/assistant-recording GET /call/:x/call-logs \
  GET /call/:x/customer-recording GET /call/:x/mono-recording GET /call/:x/pcap \
  GET /call/:x/stereo-recording GET /call/:x/video-recording
call-phone | /call/phone | POST /call/phone
call-web | /call/web | POST /call/web
v2-call | /v2/call.* | GET /v2/call GET /v2/call/export GET /v2/call/metadata
v2-assistant | /v2/assistant.* | GET /v2/assistant
v2-phone-number | /v2/phone-number.* | GET /v2/phone-number
chat | /chat(/:x|/export)? | GET,POST /chat GET,DELETE /chat/:x + GET /chat/export
chat-responses | /chat/(responses|web).* | POST /chat/responses POST /chat/web \
  POST /chat/web/responses
campaign | (/v2)?/campaign.* | CRUD /campaign - GET /campaign/paginated \
  + CRUD /v2/campaign GET /v2/campaign/:x/contacts
session | /session.* | CRUD /session + GET /session/export
assistant | /assistant(/:x)?(/?draft.*)? | CRUD /assistant PUT /assistant/:x \
  + GET /assistant/draft CRUD /assistant/:x/draft
assistant-version | /assistant/:x/(version|restore).* | GET /assistant/:x/version \
  + GET /assistant/:x/versions GET,PATCH,DELETE /assistant/:x/versions/:x \
  POST /assistant/:x/restore/:x
phone-number | /phone-number(/:x)? | CRUD /phone-number
phone-import | /phone-number/import.* | POST /phone-number/import/twilio \
  POST /phone-number/import/vonage
tool | /tool.* | CRUD /tool + GET /tool/draft CRUD /tool/:x/draft GET /tool/:x/versions \
  GET,PATCH,DELETE /tool/:x/versions/:x
knowledge-base | (/v2)?/knowledge-base.* | CRUD /knowledge-base + CRUD /v2/knowledge-base \
  GET,POST /v2/knowledge-base/:x/file DELETE /v2/knowledge-base/:x/file/:x \
  POST /v2/knowledge-base/:x/file/:x/retry
workflow | /workflow.* | CRUD /workflow - POST /workflow/generate
squad | /squad.* | CRUD /squad
token | /token.* | CRUD /token
credential | /credential(/:x)? | CRUD /credential
template | /template.* | CRUD /template GET /template/pinned
support | /support.* | - POST /support/ticket
test-suite | /test-suite(/:x)? | CRUD /test-suite
test-suite-test | /test-suite/:x/test.* | CRUD /test-suite/:x/test
test-suite-run | /test-suite/:x/run.* | CRUD /test-suite/:x/run
analytics | /analytics.* | POST /analytics
logs | /logs?(/.*)? | - GET,DELETE /log GET,DELETE /logs
org | /org(/:x|/feature-flag|/:x/zdr)? | CRUD /org + GET /org/feature-flag \
  POST,DELETE /org/:x/zdr
org-members | /org/:x/(user|leave|member).* | GET /org/:x/user DELETE /org/:x/leave \
  DELETE /org/:x/member/:x/leave
org-invite | /org/:x/(invit|role|auth).* | POST /org/:x/invite PATCH /org/:x/role \
  GET /org/:x/auth + GET /org/:x/invitations/pending DELETE /org/:x/invitations/:x
credential-session | /credential/(session|trigger).* | - POST /credential/session \
  POST /credential/trigger
credential-webhook | /credential/webhook.* | - POST /credential/webhook
voice-library | /voice-library/:x(/accents)? | GET /voice-library/:x GET /voice-library/:x/accents \
  + PATCH,DELETE /voice-library/:x
voice-library-sync | /voice-library/(sync|create).* | POST /voice-library/sync/:x \
  POST /voice-library/sync POST /voice-library/create-sesame-voice
provider | /:x/(workflows|locations|voices?/search).* | GET /:x/workflows \
  GET /:x/workflows/:x/hooks GET /:x/locations GET /:x/voices/search GET /:x/voice/search
provider-add | /:x/voices?/add.* | POST /:x/voices/add POST /:x/voice/add`;

/** Reads `METHOD,METHOD /path …`, where `CRUD` stands for five routes. */
function readRoutes(text = ''): string[] {
  return [...text.matchAll(/([A-Z,]+) (\S+)/g)].flatMap(([, methods = '', path]) => {
    const one = `${path}/:x`;
    return methods === 'CRUD'
      ? [`POST ${path}`, `GET ${path}`, `GET ${one}`, `PATCH ${one}`, `DELETE ${one}`]
      : methods.split(',').map((method) => `${method} ${path}`);
  });
}

const groups = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name, within, routes = ''] = line.split(' | ');
    const parts = ` ${routes}`.split(/(?= [+-] )/);
    const [added, gone] = ['+', '-'].map((sign) =>
      readRoutes(parts.find((part) => part.startsWith(` ${sign} `))),
    );
    const kept = readRoutes(parts.find((part) => !/^ [+-] /.test(part)));
    const id = `7.api.${name}` as AssumptionId;
    return { id, within: new RegExp(`^${within}$`), kept, gone: gone ?? [], added: added ?? [] };
  });

/** Routes whose own assumptions look at more than the address. */
const routesWithOwnTests = [/^\/file/, /^\/11labs\/voice\/clone$/];

/** Resources of the installed client that no assumption is about. */
const addedResources = /^\/(eval|observability|provider|reporting|structured-output|vapi)(\/|$)/;

/** A placeholder for any parameter: a path segment, a query or a body. */
const anyParameter = { toString: () => ':x' };

type Method = (...parameters: unknown[]) => Promise<unknown>;

let sentRequests: Recorded[] = [];
let routes: string[] = [];

beforeAll(async () => {
  const { requests } = connectVoiceApi();
  for (const [name, resource] of Object.entries(client as object)) {
    if (typeof resource !== 'object' || name === 'contentFormatters') continue;
    for (const method of Object.values(resource as Record<string, Method>)) {
      if (typeof method !== 'function') continue;
      await method(...Array.from({ length: method.length }, () => anyParameter));
    }
  }
  sentRequests = [...requests];
  routes = sentRequests.map(formatRoute);
});

const readPath = (route: string) => route.slice(route.indexOf(' ') + 1);
const listRoutesWithin = (pattern: RegExp) =>
  routes.filter((route) => pattern.test(readPath(route))).sort();

for (const { id, within, kept, gone, added } of groups) {
  const differences = [
    ...(gone.length > 0 ? [`gone are ${gone.join(', ')}`] : []),
    ...(added.length > 0 ? [`not listed are ${added.join(', ')}`] : []),
  ].join('; ');
  const listRoutes = () => listRoutesWithin(within);
  const group = differences ? testDiffers(id, differences, listRoutes) : testHolds(id, listRoutes);
  group.gives([...kept, ...added].sort());
}

test('every route of the client belongs to an assumption or to an unused resource', () => {
  const owners = [...groups.map(({ within }) => within), ...routesWithOwnTests, addedResources];
  const countOwners = (route: string) => owners.filter((each) => each.test(readPath(route))).length;
  expect(routes.filter((route) => countOwners(route) !== 1)).toEqual([]);
});

const resources =
  '11labs :x analytics assistant call campaign chat credential eval file knowledge-base ' +
  'observability org phone-number provider reporting session squad structured-output template ' +
  'test-suite token tool v2 vapi voice-library workflow';

testDiffers(
  '3.resources',
  'support tickets and logs are gone; evaluations, observability, provider resources, ' +
    'reporting and structured outputs are new',
  () => [...new Set(routes.map((route) => route.split('/')[1]))].sort(),
).gives(resources.split(' '));

testHolds('3.resources.phone-import', () => listRoutesWithin(/import/)).gives([
  'POST /phone-number/import/twilio',
  'POST /phone-number/import/vonage',
]);

testDiffers(
  '7.api.secured',
  'the credential webhook, the one exception, is gone: all calls are secured',
  () => [
    sentRequests
      .filter(({ headers }) => headers.get('authorization') !== 'Bearer public-key')
      .map(formatRoute),
    sentRequests.length > 200,
  ],
).gives([[], true]);

testHolds('7.api.file', async () => {
  const { requests } = connectVoiceApi();
  await client.file.fileControllerCreate({ file: new File(['sound'], 'sound.txt') } as never);
  const sound = (requests[0]?.body as FormData).get('file') as File;
  // The browser writes the boundary of a multipart body.
  const type = requests[0]?.headers.get('content-type');
  return [requests.map(formatRoute), await sound.text(), type, listRoutesWithin(/^\/file/)];
}).gives([
  ['POST /file'],
  'sound',
  null,
  [
    'DELETE /file/:x',
    'GET /file',
    'GET /file/:x',
    'PATCH /file/:x',
    'POST /file',
    'POST /file/upload',
  ],
]);
