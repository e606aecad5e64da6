/** @jest-environment node */
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/outcome/route';
import { openTicket, sealTicket } from '@/lib/server/call/call-ticket';
import {
  createRefusal,
  createSender,
  LANDING_ASSISTANT,
  PROSPECT_ASSISTANT,
  setUpCallServices,
} from './call-services';

jest.mock('@/lib/server/database/supabase', () =>
  jest.requireActual<object>('../../lib/server/database/fake'),
);

provideSettings();
const services = setUpCallServices();
const send = createSender('/api/call/outcome', route, {});
const acknowledged = { status: 200, body: { ok: true } };

const end = { seconds: 84, reason: 'visitor' };
let ticket: string;
let ticketId: string;
beforeEach(async () => {
  ticket = await sealTicket({ assistantId: PROSPECT_ASSISTANT, personal: true });
  ticketId = (await openTicket(ticket))?.id ?? '';
});
afterEach(() => changeSettings({ PROSPECT_ALERTS_OFF: false }));

test.each([true, false])('records the end of a call, with an alert: %s', async (should_alert) => {
  changeSettings({ PROSPECT_ALERTS_OFF: !should_alert });
  expect(await send({ body: { ticket, ...end } })).toEqual(acknowledged);
  const call = { ticket: ticketId, assistant_id: PROSPECT_ASSISTANT, length: 84 };
  expect(services.sentQueries).toMatchObject([
    { table: 'rpc/record_prospect_call', body: { ...call, ended: 'visitor', should_alert } },
  ]);
});

test('stores the rating', async () => {
  expect(await send({ body: { ticket, rating: 5 } })).toEqual(acknowledged);
  const body = { ticket: ticketId, assistant_id: PROSPECT_ASSISTANT, rating: 5 };
  expect(services.sentQueries).toMatchObject([{ table: 'rpc/rate_prospect_call', body }]);
});

test.each([end, { rating: 5 }])(
  'stores nothing of a call on the landing page: %j',
  async (what) => {
    const landing = await sealTicket({ assistantId: LANDING_ASSISTANT, personal: false });
    expect(await send({ body: { ticket: landing, ...what } })).toEqual(acknowledged);
    expect(services.sentQueries).toEqual([]);
  },
);

test.each([
  {},
  { ...end, seconds: -1 },
  { ...end, seconds: 1.5 },
  { ...end, seconds: 86_401 },
  { ...end, reason: 'Jan Novák hung up' },
  { ...end, rating: 5 },
  { rating: 0 },
  { rating: 6 },
  { rating: '5' },
])('refuses %j', async (what) => {
  expect(await send({ body: { ticket, ...what } })).toEqual(createRefusal(422, 'invalid'));
  expect(services.sentQueries).toEqual([]);
});

test('refuses a forged ticket', async () => {
  const refused = createRefusal(401, 'ticket_refused');
  expect(await send({ body: { ticket: 'ticket-1', ...end } })).toEqual(refused);
  expect(services.sentQueries).toEqual([]);
});

test.each([end, { rating: 5 }])('answers 503 to %j while the database is down', async (what) => {
  services.isDatabaseDown = true;
  expect(await send({ body: { ticket, ...what } })).toEqual(createRefusal(503, 'unavailable'));
});
