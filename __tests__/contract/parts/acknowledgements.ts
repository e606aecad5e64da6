import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { HOUR, MINUTE, openOutbox } from '../outbox';

/** Tests the only mail that a visitor may get. */
export function describeAcknowledgements(proxy: TestDatabaseProxy) {
  describe('the acknowledgement', () => {
    const { openAlerts, listWritten, claim, makeOlder, makeDue } = openOutbox(proxy);
    const countAcknowledged = async () => (await listWritten('acknowledgement')).length;
    const submitFrom = (...emails: string[]) =>
      Promise.all(emails.map((email) => proxy.openTable().insert(createRequest(email))));

    test('goes to a mailbox once a day, whichever service is asked for', async () => {
      await storeStrategySession(createRequest('eva@example.com'));
      await storeStrategySession({ ...createRequest('eva@example.com'), service_type: 'other' });
      expect(await countAcknowledged()).toBe(1);
      expect(await listWritten('request')).toHaveLength(2);
      await makeOlder(29 * HOUR);
      await storeStrategySession({
        ...createRequest('eva@example.com'),
        service_type: 'ai-customer-support',
      });
      expect(await countAcknowledged()).toBe(1);
      await makeOlder(30 * HOUR + MINUTE);
      await storeStrategySession({
        ...createRequest('eva@example.com'),
        service_type: 'appointment-scheduling',
      });
      expect(await countAcknowledged()).toBe(2);
    });

    test('goes once to all spellings of a mailbox, and once to each other mailbox', async () => {
      for (const email of ['eva@a.example', 'eva+1@a.example', 'eva+x+y@a.example'])
        await submitFrom(email);
      expect(await countAcknowledged()).toBe(1);
      await submitFrom('eva@b.example');
      await submitFrom('ev@a.example');
      expect(await countAcknowledged()).toBe(3);
    });

    test('goes once to a mailbox of Google, however its dots are set', async () => {
      for (const email of ['e.v.a+x@gmail.com', 'eva@googlemail.com', 'ev.a@gmail.com'])
        await submitFrom(email);
      expect(await countAcknowledged()).toBe(1);
      await submitFrom('ev@gmail.com');
      expect(await countAcknowledged()).toBe(2);
    });

    test.each(['example.com', 'mail.gmail.com', 'notgmail.com', 'gmail.com.example'])(
      'goes to two mailboxes of %s that differ in a dot',
      async (domain) => {
        await submitFrom(`jan.novak@${domain}`);
        await submitFrom(`jannovak@${domain}`);
        expect(await countAcknowledged()).toBe(2);
      },
    );

    test('is written once for 40 simultaneous requests of one mailbox', async () => {
      await submitFrom(...Array.from({ length: 40 }, (_, n) => `eva+${n}@example.com`));
      expect(await proxy.countRows()).toBe(40);
      expect(await countAcknowledged()).toBe(1);
      expect(await listWritten('request')).toHaveLength(40);
    });

    test('goes to at most 60 in an hour', async () => {
      await proxy
        .openTable()
        .insert(Array.from({ length: 62 }, (_, n) => createRequest(`p${n}@example.com`)));
      expect(await countAcknowledged()).toBe(60);
      expect(await listWritten('request')).toHaveLength(62);
      await makeOlder(HOUR + MINUTE);
      await submitFrom('last@example.com');
      expect(await countAcknowledged()).toBe(61);
    });

    test.each([
      '"a"@example.com',
      'a%other.example@example.com',
      'other.example!a@example.com',
      'a(b)@example.com',
      'a:b@example.com',
      'háček@example.com',
      'a@[192.0.2.1].x',
    ])('does not go to %s', async (email) => {
      await submitFrom(email);
      expect(await proxy.countRows()).toBe(1);
      expect(await countAcknowledged()).toBe(0);
    });

    test.each([
      "o'brien@example.com",
      'eva_m-2@mail.example.co.uk',
      'x@xn--hkyrky-ptac70bc.fi',
      'r&d@example.com',
    ])('goes to %s', async (email) => {
      await submitFrom(email);
      expect(await countAcknowledged()).toBe(1);
    });

    test('can be claimed with its address for six hours, while the request exists', async () => {
      const unmark = () => openAlerts().update({ sent: [] }).neq('dedupe', '');
      await submitFrom('eva@example.com');
      expect(await claim(['visitor'])).toMatchObject([
        { kind: 'acknowledgement', missing: ['visitor'], address: 'eva@example.com' },
      ]);
      await makeDue();
      await unmark();
      await makeOlder(6 * HOUR - MINUTE);
      expect(await claim(['visitor'])).toHaveLength(1);
      await makeDue();
      await unmark();
      await makeOlder(6 * HOUR + MINUTE);
      expect(await claim(['visitor'])).toEqual([]);
      await makeOlder(0);
      await proxy.openTable().delete().neq('email', '');
      expect(await claim(['visitor'])).toEqual([]);
    });
  });
}
