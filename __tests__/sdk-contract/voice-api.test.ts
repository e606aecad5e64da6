/** @jest-environment node */
import { client } from '@vapi-ai/web/dist/client';
import type { AssumptionId } from './assumptions';
import { connectVoiceApi, testHolds, createJson, catchRefusal, formatRoute } from './contract';

const { assistant, call, file, org, squad, template, testSuite, v11Labs } = client;

/** What calls send: each route with its body, and the call that sends it. */
type Requests = Record<string, () => Promise<unknown>>;

const sound = new File(['sound'], 'sound.txt', { type: 'text/plain' });
const toBody = (fields: object) => fields as never;

const requests: Partial<Record<AssumptionId, Requests>> = {
  '3.resources.test-suites': {
    'GET /test-suite/s1/test/t1': () => testSuite.testSuiteTestControllerFindOne('s1', 't1'),
    'GET /test-suite/s1/run/r1': () => testSuite.testSuiteRunControllerFindOne('s1', 'r1'),
  },
  '3.resources.org': {
    'GET /org/o1/user': () => org.orgControllerFindAllUsers('o1'),
    'POST /org/o1/invite {}': () => org.orgControllerUsersInvite('o1', toBody({})),
    'PATCH /org/o1/role {}': () => org.orgControllerUserUpdate('o1', toBody({})),
    'GET /org/o1/auth': () => org.orgControllerOrgToken('o1'),
  },
  '3.resources.pinned': {
    'GET /template/pinned': () => template.templateControllerFindAllPinned(),
  },
  '6.org.roles': {
    'PATCH /org/o1/role {"userId":"u1","role":"viewer"}': () =>
      org.orgControllerUserUpdate('o1', toBody({ userId: 'u1', role: 'viewer' })),
  },
  '6.org.invite': {
    'POST /org/o1/invite {"emails":["a@example.com"]}': () =>
      org.orgControllerUsersInvite('o1', toBody({ emails: ['a@example.com'] })),
  },
  '6.org.remove': {
    'DELETE /org/o1/member/u1/leave': () => org.orgControllerOrgRemoveUser('o1', 'u1'),
    'DELETE /org/o1/leave': () => org.orgControllerOrgLeave('o1'),
  },
  '6.org.role-names': {
    'PATCH /org/o1/role {"role":"no role of anybody"}': () =>
      org.orgControllerUserUpdate('o1', toBody({ role: 'no role of anybody' })),
  },
  '7.api.assistant-put': {
    'PUT /assistant/a1 {"name":"whole"}': () =>
      assistant.assistantControllerReplace('a1', toBody({ name: 'whole' })),
  },
  '7.api.file-upload': {
    'POST /file/upload [object FormData]': () =>
      file.fileControllerCreateDeprecated(toBody({ file: sound })),
  },
};

async function collectSent(calls: Requests): Promise<string[]> {
  const { requests: recorded } = connectVoiceApi();
  for (const each of Object.values(calls)) await each();
  return recorded.map((request) => `${formatRoute(request)} ${String(request.body ?? '')}`.trim());
}

for (const [id, calls] of Object.entries(requests))
  testHolds(id as AssumptionId, () => collectSent(calls)).gives(Object.keys(calls));

const fields = { name: 'x', nested: { list: [1, null, 'ž'] }, unknownToAnybody: true };
testHolds(['3.resources.fields', '7.api.payloads'], () =>
  collectSent({ any: () => squad.squadControllerCreate(toBody(fields)) }),
).gives([`POST /squad ${JSON.stringify(fields)}`]);

testHolds('3.resources.versions', async () => {
  const { requests } = connectVoiceApi(() => createJson([{ id: 'v1' }]));
  const { data } = await assistant.assistantControllerFindVersions('a1', {});
  return [requests.map(formatRoute), data];
}).gives([['GET /assistant/a1/version'], [{ id: 'v1' }]]);

testHolds('6.bearer', async () => {
  const { requests } = connectVoiceApi();
  await call.callControllerFindOne('c1');
  client.setSecurityData('another-token' as never);
  await call.callControllerFindOne('c1');
  return requests.map(({ headers }) => headers.get('authorization'));
}).gives(['Bearer public-key', 'Bearer another-token']);

const findCallAddress = async (base: string | null) => {
  const { requests } = connectVoiceApi(undefined, base);
  await call.callControllerFindAll({});
  return requests[0]?.url.href;
};
testHolds('7.api.base', () => findCallAddress(null)).gives('https://api.vapi.ai/call');
testHolds('7.api.base-override', () => findCallAddress('https://elsewhere.example/api')).gives(
  'https://elsewhere.example/api/call',
);

testHolds('7.api.file-patch', async () => {
  const { requests } = connectVoiceApi();
  await file.fileControllerUpdate('f1', { name: 'new' });
  return requests.map((each) => [formatRoute(each), each.headers.get('content-type'), each.body]);
}).gives([['PATCH /file/f1', 'application/json', '{"name":"new"}']]);

testHolds('7.api.voice-clone', async () => {
  const { requests } = connectVoiceApi();
  await v11Labs.voiceProviderControllerCloneVoices({ files: sound, name: 'mine' } as never);
  const form = requests[0]?.body as FormData;
  return [requests.map(formatRoute), form.get('name'), form.get('files') instanceof File];
}).gives([['POST /11labs/voice/clone'], 'mine', true]);

const createRefusal = (answer: object, status: number) => {
  connectVoiceApi(() => createJson(answer, status));
  return catchRefusal(() => call.callControllerFindOne('c1'));
};

const statuses = [400, 401, 404, 429, 500, 503];
testHolds('8.api.rejects', async () => {
  const rejections: unknown[] = [];
  for (const status of statuses) rejections.push(await createRefusal({ message: 'no' }, status));
  return rejections;
}).gives(statuses.map((status) => expect.objectContaining({ ok: false, status })));

const invalidKey = { message: 'Invalid Key', error: 'Unauthorized', statusCode: 401 };
testHolds('8.api.body', () => createRefusal(invalidKey, 401)).gives(
  expect.objectContaining({ error: invalidKey }),
);
