/** @jest-environment node */
import { differs, holds } from './contract';
import { json, sentJson, type RecordedRequest } from './recorded-fetch';
import { callEveryMethod, client, connectVoiceApi, routeOf } from './voice-api-client';
import { addedResources, routeGroups, routesWithOwnTests } from './voice-api-routes';

let sent: RecordedRequest[] = [];
let routes: string[] = [];

beforeAll(async () => {
  sent = await callEveryMethod();
  routes = sent.map(routeOf);
});

const pathOf = (route: string) => route.slice(route.indexOf(' ') + 1);
const routesWithin = (pattern: RegExp) => routes.filter((route) => pattern.test(pathOf(route)));

for (const { id, within, listed, gone = [], added = [] } of routeGroups) {
  const body = async () => {
    const expected = [...listed.filter((route) => !gone.includes(route)), ...added];
    expect(routesWithin(within).sort()).toEqual(expected.sort());
  };
  const changes = [
    ...(gone.length > 0 ? [`gone are ${gone.join(', ')}`] : []),
    ...(added.length > 0 ? [`not listed are ${added.join(', ')}`] : []),
  ];
  if (changes.length > 0) differs(id, changes.join('; '), body);
  else holds(id, body);
}

test('every route of the client belongs to one assumption or to a resource that none is about', () => {
  const owners = (path: string) =>
    [...routeGroups.map(({ within }) => within), ...routesWithOwnTests].filter((pattern) =>
      pattern.test(path),
    ).length + addedResources.filter((prefix) => path.startsWith(`${prefix}/`)).length;
  const exact = (path: string) => addedResources.filter((prefix) => path === prefix).length;
  const unowned = routes.filter((route) => owners(pathOf(route)) + exact(pathOf(route)) !== 1);
  expect(unowned).toEqual([]);
});

differs(
  '3.resources',
  'support tickets and logs are gone; evaluations, observability, provider resources, reporting and structured outputs are new',
  async () => {
    const resources = new Set(routes.map((route) => route.split('/')[1]));
    expect([...resources].sort()).toEqual([
      '11labs',
      ':x',
      'analytics',
      'assistant',
      'call',
      'campaign',
      'chat',
      'credential',
      'eval',
      'file',
      'knowledge-base',
      'observability',
      'org',
      'phone-number',
      'provider',
      'reporting',
      'session',
      'squad',
      'structured-output',
      'template',
      'test-suite',
      'token',
      'tool',
      'v2',
      'vapi',
      'voice-library',
      'workflow',
    ]);
  },
);

holds('3.resources.versions', async () => {
  const { requests } = connectVoiceApi(() => json([{ id: 'v1' }]));
  const { data } = await client.assistant.assistantControllerFindVersions('a1', {});
  expect(requests.map(routeOf)).toEqual(['GET /assistant/a1/version']);
  expect(data).toEqual([{ id: 'v1' }]);
});

holds('3.resources.phone-import', async () => {
  expect(routesWithin(/import/)).toEqual([
    'POST /phone-number/import/twilio',
    'POST /phone-number/import/vonage',
  ]);
});

holds('3.resources.test-suites', async () => {
  const { requests } = connectVoiceApi();
  await client.testSuite.testSuiteTestControllerFindOne('s1', 't1');
  await client.testSuite.testSuiteRunControllerFindOne('s1', 'r1');
  expect(requests.map(routeOf)).toEqual([
    'GET /test-suite/s1/test/t1',
    'GET /test-suite/s1/run/r1',
  ]);
});

holds('3.resources.org', async () => {
  const { requests } = connectVoiceApi();
  await client.org.orgControllerFindAllUsers('o1');
  await client.org.orgControllerUsersInvite('o1', {} as never);
  await client.org.orgControllerUserUpdate('o1', {} as never);
  await client.org.orgControllerOrgToken('o1');
  expect(requests.map(routeOf)).toEqual([
    'GET /org/o1/user',
    'POST /org/o1/invite',
    'PATCH /org/o1/role',
    'GET /org/o1/auth',
  ]);
});

holds('3.resources.pinned', async () => {
  const { requests } = connectVoiceApi();
  await client.template.templateControllerFindAllPinned();
  expect(requests.map(routeOf)).toEqual(['GET /template/pinned']);
});

holds(['3.resources.fields', '7.api.payloads'], async () => {
  const { requests } = connectVoiceApi();
  const fields = { name: 'x', nested: { list: [1, null, 'ž'] }, unknownToAnybody: true };
  await client.squad.squadControllerCreate(fields as never);
  expect(sentJson(requests[0])).toEqual(fields);
});

holds('6.bearer', async () => {
  const { requests } = connectVoiceApi();
  await client.call.callControllerFindOne('c1');
  client.setSecurityData('another-token' as never);
  await client.call.callControllerFindOne('c1');
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer public-key',
    'Bearer another-token',
  ]);
});

differs(
  '7.api.secured',
  'the credential webhook, the one exception, is gone: all calls are secured',
  async () => {
    const open = sent.filter(({ headers }) => headers.get('authorization') !== 'Bearer public-key');
    expect(open.map(routeOf)).toEqual([]);
    expect(sent.length).toBeGreaterThan(200);
  },
);

holds('6.org.roles', async () => {
  const { requests } = connectVoiceApi();
  await client.org.orgControllerUserUpdate('o1', { userId: 'u1', role: 'viewer' } as never);
  expect(requests.map(routeOf)).toEqual(['PATCH /org/o1/role']);
  expect(sentJson(requests[0])).toEqual({ userId: 'u1', role: 'viewer' });
});

holds('6.org.invite', async () => {
  const { requests } = connectVoiceApi();
  await client.org.orgControllerUsersInvite('o1', { emails: ['a@example.com'] } as never);
  expect(requests.map(routeOf)).toEqual(['POST /org/o1/invite']);
  expect(sentJson(requests[0])).toEqual({ emails: ['a@example.com'] });
});

holds('6.org.remove', async () => {
  const { requests } = connectVoiceApi();
  await client.org.orgControllerOrgRemoveUser('o1', 'u1');
  await client.org.orgControllerOrgLeave('o1');
  expect(requests.map(routeOf)).toEqual(['DELETE /org/o1/member/u1/leave', 'DELETE /org/o1/leave']);
});

holds('6.org.role-names', async () => {
  const { requests } = connectVoiceApi();
  await client.org.orgControllerUserUpdate('o1', { role: 'no role of anybody' } as never);
  expect(sentJson(requests[0])).toEqual({ role: 'no role of anybody' });
});

holds('7.api.base', async () => {
  const { requests } = connectVoiceApi(undefined, null);
  await client.call.callControllerFindAll({});
  expect(requests[0]?.url.href).toBe('https://api.vapi.ai/call');
});

holds('7.api.base-override', async () => {
  const { requests } = connectVoiceApi(undefined, 'https://elsewhere.example/api');
  await client.call.callControllerFindAll({});
  expect(requests[0]?.url.href).toBe('https://elsewhere.example/api/call');
});

holds('7.api.assistant-put', async () => {
  const { requests } = connectVoiceApi();
  await client.assistant.assistantControllerReplace('a1', { name: 'whole' } as never);
  expect(requests.map(routeOf)).toEqual(['PUT /assistant/a1']);
  expect(sentJson(requests[0])).toEqual({ name: 'whole' });
});

const upload = () => new File(['sound'], 'sound.txt', { type: 'text/plain' });

holds('7.api.file-upload', async () => {
  const { requests } = connectVoiceApi();
  await client.file.fileControllerCreateDeprecated({ file: upload() } as never);
  expect(requests.map(routeOf)).toEqual(['POST /file/upload']);
  expect(requests[0]?.body).toBeInstanceOf(FormData);
});

holds('7.api.file', async () => {
  const { requests } = connectVoiceApi();
  await client.file.fileControllerCreate({ file: upload() } as never);
  expect(requests.map(routeOf)).toEqual(['POST /file']);
  const form = requests[0]?.body as FormData;
  expect(await (form.get('file') as File).text()).toBe('sound');
  // The boundary of a multipart body is the browser's to write.
  expect(requests[0]?.headers.get('content-type')).toBeNull();
  expect(routesWithin(/^\/file/).sort()).toEqual([
    'DELETE /file/:x',
    'GET /file',
    'GET /file/:x',
    'PATCH /file/:x',
    'POST /file',
    'POST /file/upload',
  ]);
});

holds('7.api.file-patch', async () => {
  const { requests } = connectVoiceApi();
  await client.file.fileControllerUpdate('f1', { name: 'new' });
  expect(requests.map(routeOf)).toEqual(['PATCH /file/f1']);
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(sentJson(requests[0])).toEqual({ name: 'new' });
});

holds('7.api.voice-clone', async () => {
  const { requests } = connectVoiceApi();
  await client.v11Labs.voiceProviderControllerCloneVoices({
    files: upload(),
    name: 'mine',
  } as never);
  expect(requests.map(routeOf)).toEqual(['POST /11labs/voice/clone']);
  const form = requests[0]?.body as FormData;
  expect([form.get('name'), form.get('files') instanceof File]).toEqual(['mine', true]);
});

holds('8.api.rejects', async () => {
  for (const status of [400, 401, 404, 429, 500, 503]) {
    connectVoiceApi(() => json({ message: 'no' }, status));
    await expect(client.call.callControllerFindOne('c1')).rejects.toMatchObject({
      ok: false,
      status,
    });
  }
});

holds('8.api.body', async () => {
  const body = { message: 'Invalid Key', error: 'Unauthorized', statusCode: 401 };
  connectVoiceApi(() => json(body, 401));
  await expect(client.call.callControllerFindOne('c1')).rejects.toMatchObject({ error: body });
});
