import { FORM_KEY, REFUSED_FIELDS } from '@/__tests__/support/contact-form';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import {
  connectDatabase,
  createRefusal,
  neverAnswer,
} from '@/__tests__/lib/server/database/database-answers';
import { expectSettledAfter, installFakeClock } from '@/__tests__/lib/server/fake-clock';
import { changeSettings } from '@/__tests__/lib/server/settings';
import { errorsEn } from '@/lib/content/contact-en';
import { createForm, createRow, post, setUpStore } from './post-contact';

const store = setUpStore();
const logged = collectLogLines();

test('a request is stored with what its form says about itself, and nothing else', async () => {
  const facts = { idempotency_key: FORM_KEY, quill_north: 'x', source: 'www.google.com' };
  const form = JSON.stringify({ ...createForm(), ...facts });
  const response = await post(`{"id":1,"__proto__":{"a":1},"constructor":{},${form.slice(1)}`);
  expect(response.status).toBe(201);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ ok: true, service_type: 'other' });
  const stored = { idempotency_key: FORM_KEY, suspected_spam: true, source: 'search' };
  expect(store.listRows()).toEqual([{ ...createRow(), ...stored }]);
});

test('the link to the booking page has the address, encoded', async () => {
  changeSettings({ BOOKING_URL: 'https://cal.example/{email}?email=%7Bemail%7d' });
  const email = "eva+$&#?o'b@example.com";
  const { booking_url } = (await (await post({ ...createForm(), email })).json()) as {
    booking_url: string;
  };
  expect(booking_url).toBe(
    `https://cal.example/${encodeURIComponent(email)}?email=${encodeURIComponent(email)}`,
  );
  expect(new URL(booking_url).searchParams.get('email')).toBe(email);
});

test('refused fields are named with 422, and nothing is stored', async () => {
  const response = await post({ email: 'eva' });
  expect(response.status).toBe(422);
  const words = { message: errorsEn.invalid, fields: REFUSED_FIELDS };
  expect(await response.json()).toEqual({ ok: false, error: 'invalid', ...words });
  expect(store.sentQueries).toEqual([]);
});

test('alerts are sent for a stored request if there is a channel, and for no other', async () => {
  // There is no host that runs work after the response, which is logged.
  const countSent = () => logged.filter(({ msg }) => msg.endsWith('alerts stay queued')).length;
  await post();
  changeSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });
  store.refuse = createRefusal('23514', 'strategy_sessions_message_length', 400);
  await post();
  await post({ email: 'eva' });
  expect(countSent()).toBe(0);
  store.refuse = () => undefined;
  await post();
  expect(countSent()).toBe(1);
});

describe('the limits', () => {
  const readAnswer = async (response: Response) => {
    const { error } = (await response.json()) as { error?: string };
    return [response.status, error, response.headers.get('retry-after')];
  };

  test('accept ten requests from an e-mail address, in whichever form it is sent', async () => {
    installFakeClock();
    const forms = ['jan@müller.de', 'jan@xn--mller-kva.de'];
    for (let n = 0; n < 10; n += 1)
      expect((await post(createForm({ email: forms[n % 2] ?? '' }))).status).toBe(201);
    store.sentQueries.length = 0;
    for (const email of [...forms, 'JAN@müller.de'])
      expect(await readAnswer(await post(createForm({ email })))).toEqual([
        ...[429, 'rate_limited', '3600'],
      ]);
    expect(store.sentQueries).toEqual([]);
  });

  test('of all instances refuse with their wait, and nothing is stored', async () => {
    store.secondsToWait = 77;
    expect(await readAnswer(await post())).toEqual([429, 'rate_limited', '77']);
    expect(store.listRows()).toEqual([]);
  });

  test('wait with the rest for a silent database, for eight seconds in all', async () => {
    installFakeClock();
    const sent = connectDatabase(neverAnswer);
    expect((await expectSettledAfter(8000, post())).status).toBe(503);
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
  });
});
