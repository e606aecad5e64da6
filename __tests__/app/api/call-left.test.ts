/** @jest-environment node */
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/left/route';
import { openTicket, sealTicket } from '@/lib/server/call/call-ticket';
import { setUpCallServices, createRefusal, LANDING_ASSISTANT, createSender } from './call-services';

jest.mock('@/lib/server/database/supabase', () =>
  jest.requireActual<object>('../../lib/server/database/fake'),
);
jest.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

provideSettings();
const services = setUpCallServices();
const send = createSender('/api/call/left', route, {});
const acknowledged = { status: 200, body: { ok: true } };

let ticket: string;
let ticketId: string;
beforeEach(async () => {
  ticket = await sealTicket({ assistantId: LANDING_ASSISTANT, personal: false });
  ticketId = (await openTicket(ticket))?.id ?? '';
});

const leave = (callId: string | null) => send({ body: { ticket, callId } });
const createState = (status: string) =>
  Response.json({ status, assistantOverrides: { metadata: { ticketId } } });
const control = 'https://voice.example/control';

test('frees the slot when the browser reports the end of its call', async () => {
  expect(await leave('call-1')).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/leave_call', 'rpc/settle_call']);
  const left = { ticket: ticketId, personal: false, named_id: 'call-1' };
  expect(services.findBody('rpc/leave_call')).toEqual(left);
  expect(services.findBody('rpc/settle_call')).toEqual({ ticket: ticketId });
});

test('ends the call at its control URL first, without the private key too', async () => {
  services.controlUrl = control;
  expect(await leave('call-1')).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/leave_call', '/control', 'rpc/settle_call']);
});

test('leaves a call that is being created to the request that creates it', async () => {
  expect(await leave(null)).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/leave_call']);
});

test('accepts the expired ticket of a call that has ended', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  jest.setSystemTime(Date.now() + 3_600_000);
  expect(await leave('call-1')).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/leave_call', 'rpc/settle_call']);
});

describe('with the private key', () => {
  beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: 'private-key' }));

  test('frees the slot after the provider says that the call has ended', async () => {
    services.answerAsProvider = () => createState('ended');
    expect(await leave('call-1')).toEqual(acknowledged);
    expect(services.listQueryNames()).toEqual([
      'rpc/leave_call',
      '/call/call-1',
      'rpc/settle_call',
    ]);
    expect(services.sentQueries[1]?.headers.get('authorization')).toBe('Bearer private-key');
  });

  const listQuestions = () => services.listQueryNames().filter((name) => name.startsWith('/call/'));

  test.each([
    ['in-progress', 4],
    ['ended', 1],
  ])(
    'ends a call once, however often the browser reports the end of one that is %s',
    async (status, questions) => {
      services.answerAsProvider = () => createState(status);
      const posts = await Promise.all(Array.from({ length: 20 }, () => leave('call-1')));
      for (let n = 0; n < 5; n += 1) posts.push(await leave('call-1'));
      posts.push(await leave('call-2'));
      expect(posts).toEqual(posts.map(() => acknowledged));
      expect(listQuestions()).toEqual(Array(questions).fill('/call/call-1'));
    },
  );

  test('ends each call separately', async () => {
    services.answerAsProvider = () => createState('in-progress');
    const another = await sealTicket({ assistantId: LANDING_ASSISTANT, personal: false });
    await leave('call-1');
    await send({ body: { ticket: another, callId: 'call-2' } });
    expect([...new Set(listQuestions())]).toEqual(['/call/call-1', '/call/call-2']);
  });

  test('does not contact the provider if another request ends the call', async () => {
    services.claim = () => false;
    expect(await leave('call-1')).toEqual(acknowledged);
    expect(services.listQueryNames()).toEqual(['rpc/leave_call']);
  });

  test('does not contact the provider while the database is down', async () => {
    services.isDatabaseDown = true;
    const answer = createRefusal(503, 'unavailable');
    expect(await leave('call-1')).toEqual(answer);
    expect(listQuestions()).toEqual([]);
  });

  test('does not free the slot if the call goes on', async () => {
    services.answerAsProvider = () => createState('in-progress');
    expect(await leave('call-1')).toEqual(acknowledged);
    expect(services.listQueryNames()).toContain('/call/call-1');
    expect(services.listQueryNames()).not.toContain('rpc/settle_call');
  });

  test('does not contact the provider without a handle of the call', async () => {
    expect(await leave(null)).toEqual(acknowledged);
    expect(services.listQueryNames()).toEqual(['rpc/leave_call']);
  });
});

test.each(['', 'public-key', 'ticket-1'])('%p frees no slot', async (forged) => {
  expect(await send({ body: { ticket: forged, callId: null } })).toEqual(
    createRefusal(401, 'ticket_refused'),
  );
  expect(services.sentQueries).toEqual([]);
});

test('answers 503 while the database is down', async () => {
  services.isDatabaseDown = true;
  expect(await leave(null)).toEqual(createRefusal(503, 'unavailable'));
});

test.each([
  ['no ticket', () => ({ callId: null })],
  ['no word about the call', () => ({ ticket })],
  ['another path', () => ({ ticket, callId: '../org' })],
  ['the folder above', () => ({ ticket, callId: '..' })],
  ['a query', () => ({ ticket, callId: 'a?limit=1000' })],
  ['an empty id', () => ({ ticket, callId: '' })],
  ['an endless id', () => ({ ticket, callId: 'x'.repeat(101) })],
])('answers 422 to %s and contacts no service', async (_what, body) => {
  changeSettings({ VAPI_PRIVATE_KEY: 'private-key' });
  expect(await send({ body: body() })).toEqual(createRefusal(422, 'invalid'));
  expect(services.sentQueries).toEqual([]);
});
