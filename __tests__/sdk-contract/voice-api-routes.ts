import type { AssumptionId } from '../../proofs/sdk-contract/assumptions';

export interface RouteGroup {
  id: AssumptionId;
  /** The paths this group answers for; `:x` stands for any parameter. */
  within: RegExp;
  listed: readonly string[];
  /** Listed, but the installed client has no method for it any more. */
  gone?: readonly string[];
  /** Not listed, but the installed client has a method for it. */
  added?: readonly string[];
}

const crud = (path: string) => [
  `POST ${path}`,
  `GET ${path}`,
  `GET ${path}/:x`,
  `PATCH ${path}/:x`,
  `DELETE ${path}/:x`,
];

/** The routes that we assume, and where the installed client is different. */
export const routeGroups: readonly RouteGroup[] = [
  {
    id: '7.api.call',
    within: /^\/call(\/:x(\/.*)?)?$/,
    listed: crud('/call'),
    added: [
      'GET /call/:x/assistant-recording',
      'GET /call/:x/call-logs',
      'GET /call/:x/customer-recording',
      'GET /call/:x/mono-recording',
      'GET /call/:x/pcap',
      'GET /call/:x/stereo-recording',
      'GET /call/:x/video-recording',
    ],
  },
  { id: '7.api.call-phone', within: /^\/call\/phone$/, listed: ['POST /call/phone'] },
  { id: '7.api.call-web', within: /^\/call\/web$/, listed: ['POST /call/web'] },
  {
    id: '7.api.v2-call',
    within: /^\/v2\/call/,
    listed: ['GET /v2/call', 'GET /v2/call/export', 'GET /v2/call/metadata'],
  },
  { id: '7.api.v2-assistant', within: /^\/v2\/assistant/, listed: ['GET /v2/assistant'] },
  { id: '7.api.v2-phone-number', within: /^\/v2\/phone-number/, listed: ['GET /v2/phone-number'] },
  {
    id: '7.api.chat',
    within: /^\/chat(\/:x|\/export)?$/,
    listed: ['GET /chat', 'POST /chat', 'GET /chat/:x', 'DELETE /chat/:x'],
    added: ['GET /chat/export'],
  },
  {
    id: '7.api.chat-responses',
    within: /^\/chat\/(responses|web)/,
    listed: ['POST /chat/responses', 'POST /chat/web', 'POST /chat/web/responses'],
  },
  {
    id: '7.api.campaign',
    within: /^(\/v2)?\/campaign/,
    listed: [...crud('/campaign'), 'GET /campaign/paginated'],
    gone: ['GET /campaign/paginated'],
    added: [...crud('/v2/campaign'), 'GET /v2/campaign/:x/contacts'],
  },
  {
    id: '7.api.session',
    within: /^\/session/,
    listed: crud('/session'),
    added: ['GET /session/export'],
  },
  {
    id: '7.api.assistant',
    within: /^\/assistant(\/:x)?(\/?draft.*)?$/,
    listed: [...crud('/assistant'), 'PUT /assistant/:x'],
    added: ['GET /assistant/draft', ...crud('/assistant/:x/draft')],
  },
  {
    id: '7.api.assistant-version',
    within: /^\/assistant\/:x\/(version|restore)/,
    listed: ['GET /assistant/:x/version'],
    added: [
      'GET /assistant/:x/versions',
      'GET /assistant/:x/versions/:x',
      'PATCH /assistant/:x/versions/:x',
      'DELETE /assistant/:x/versions/:x',
      'POST /assistant/:x/restore/:x',
    ],
  },
  {
    id: '7.api.phone-number',
    within: /^\/phone-number(\/:x)?$/,
    listed: crud('/phone-number'),
  },
  {
    id: '7.api.phone-import',
    within: /^\/phone-number\/import/,
    listed: ['POST /phone-number/import/twilio', 'POST /phone-number/import/vonage'],
  },
  {
    id: '7.api.tool',
    within: /^\/tool/,
    listed: crud('/tool'),
    added: [
      'GET /tool/draft',
      ...crud('/tool/:x/draft'),
      'GET /tool/:x/versions',
      'GET /tool/:x/versions/:x',
      'PATCH /tool/:x/versions/:x',
      'DELETE /tool/:x/versions/:x',
    ],
  },
  {
    id: '7.api.knowledge-base',
    within: /^(\/v2)?\/knowledge-base/,
    listed: crud('/knowledge-base'),
    added: [
      ...crud('/v2/knowledge-base'),
      'GET /v2/knowledge-base/:x/file',
      'POST /v2/knowledge-base/:x/file',
      'DELETE /v2/knowledge-base/:x/file/:x',
      'POST /v2/knowledge-base/:x/file/:x/retry',
    ],
  },
  {
    id: '7.api.workflow',
    within: /^\/workflow/,
    listed: [...crud('/workflow'), 'POST /workflow/generate'],
    gone: ['POST /workflow/generate'],
  },
  { id: '7.api.squad', within: /^\/squad/, listed: crud('/squad') },
  { id: '7.api.token', within: /^\/token/, listed: crud('/token') },
  { id: '7.api.credential', within: /^\/credential(\/:x)?$/, listed: crud('/credential') },
  {
    id: '7.api.template',
    within: /^\/template/,
    listed: [...crud('/template'), 'GET /template/pinned'],
  },
  {
    id: '7.api.support',
    within: /^\/support/,
    listed: ['POST /support/ticket'],
    gone: ['POST /support/ticket'],
  },
  {
    id: '7.api.test-suite',
    within: /^\/test-suite(\/:x)?$/,
    listed: crud('/test-suite'),
  },
  {
    id: '7.api.test-suite-test',
    within: /^\/test-suite\/:x\/test/,
    listed: crud('/test-suite/:x/test'),
  },
  {
    id: '7.api.test-suite-run',
    within: /^\/test-suite\/:x\/run/,
    listed: crud('/test-suite/:x/run'),
  },
  { id: '7.api.analytics', within: /^\/analytics/, listed: ['POST /analytics'] },
  {
    id: '7.api.logs',
    within: /^\/logs?(\/|$)/,
    listed: ['GET /log', 'DELETE /log', 'GET /logs', 'DELETE /logs'],
    gone: ['GET /log', 'DELETE /log', 'GET /logs', 'DELETE /logs'],
  },
  {
    id: '7.api.org',
    within: /^\/org(\/:x|\/feature-flag|\/:x\/zdr)?$/,
    listed: crud('/org'),
    added: ['GET /org/feature-flag', 'POST /org/:x/zdr', 'DELETE /org/:x/zdr'],
  },
  {
    id: '7.api.org-members',
    within: /^\/org\/:x\/(user|leave|member)/,
    listed: ['GET /org/:x/user', 'DELETE /org/:x/leave', 'DELETE /org/:x/member/:x/leave'],
  },
  {
    id: '7.api.org-invite',
    within: /^\/org\/:x\/(invit|role|auth)/,
    listed: ['POST /org/:x/invite', 'PATCH /org/:x/role', 'GET /org/:x/auth'],
    added: ['GET /org/:x/invitations/pending', 'DELETE /org/:x/invitations/:x'],
  },
  {
    id: '7.api.credential-session',
    within: /^\/credential\/(session|trigger)/,
    listed: ['POST /credential/session', 'POST /credential/trigger'],
    gone: ['POST /credential/session', 'POST /credential/trigger'],
  },
  {
    id: '7.api.credential-webhook',
    within: /^\/credential\/webhook/,
    listed: ['POST /credential/webhook'],
    gone: ['POST /credential/webhook'],
  },
  {
    id: '7.api.voice-library',
    within: /^\/voice-library\/:x(\/accents)?$/,
    listed: ['GET /voice-library/:x', 'GET /voice-library/:x/accents'],
    added: ['PATCH /voice-library/:x', 'DELETE /voice-library/:x'],
  },
  {
    id: '7.api.voice-library-sync',
    within: /^\/voice-library\/(sync|create)/,
    listed: [
      'POST /voice-library/sync/:x',
      'POST /voice-library/sync',
      'POST /voice-library/create-sesame-voice',
    ],
  },
  {
    id: '7.api.provider',
    within: /^\/:x\/(workflows|locations|voices?\/search)/,
    listed: [
      'GET /:x/workflows',
      'GET /:x/workflows/:x/hooks',
      'GET /:x/locations',
      'GET /:x/voices/search',
      'GET /:x/voice/search',
    ],
  },
  {
    id: '7.api.provider-add',
    within: /^\/:x\/voices?\/add/,
    listed: ['POST /:x/voices/add', 'POST /:x/voice/add'],
  },
];

/** Routes whose own assumptions look at more than the address. */
export const routesWithOwnTests: readonly RegExp[] = [/^\/file/, /^\/11labs\/voice\/clone$/];

/** Resources of the installed client that no assumption is about. */
export const addedResources = [
  '/eval',
  '/observability',
  '/provider',
  '/reporting',
  '/structured-output',
  '/vapi',
] as const;
