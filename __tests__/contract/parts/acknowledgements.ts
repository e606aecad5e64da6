import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { HOUR, MINUTE, openOutbox } from '../outbox';

/** Tests the only mail that a visitor may get. */
export function describeAcknowledgements(proxy: TestDatabaseProxy) {
  describe('the acknowledgement', () => {
    const { updateAll, listWritten, claim, makeOlder, makeDue } = openOutbox(proxy);
    const countWritten = async () => (await listWritten('acknowledgement')).length;
    const insert = (...requests: ReturnType<typeof createRequest>[]) =>
      proxy.openTable().insert(requests).throwOnError();
    const submitFrom = async (...emails: string[]) => {
      for (const email of emails) await insert(createRequest(email));
    };

    proxy.testEverywhere(
      'goes to a mailbox once a day, whichever service is asked for',
      async () => {
        const eva = createRequest('eva@example.com');
        await insert(eva);
        await insert({ ...eva, service_type: 'other' });
        expect(await countWritten()).toBe(1);
        expect(await listWritten('request')).toHaveLength(2);
        await makeOlder(29 * HOUR);
        await insert({ ...eva, service_type: 'ai-customer-support' });
        expect(await countWritten()).toBe(1);
        await makeOlder(30 * HOUR + MINUTE);
        await insert({ ...eva, service_type: 'appointment-scheduling' });
        expect(await countWritten()).toBe(2);
      },
    );

    test.each([
      ['all spellings', ['eva@a.cz', 'eva+1@a.cz', 'eva+x+y@a.cz'], ['eva@b.cz', 'ev@a.cz']],
      [
        'all dots and both names of Google',
        ['e.v.a+x@gmail.com', 'eva@googlemail.com', 'ev.a@gmail.com'],
        ['ev@gmail.com'],
      ],
    ])('goes once to %s of a mailbox, and once to each other', async (_what, same, others) => {
      await submitFrom(...same);
      expect(await countWritten()).toBe(1);
      await submitFrom(...others);
      expect(await countWritten()).toBe(1 + others.length);
    });

    test.each(['example.com', 'mail.gmail.com', 'notgmail.com', 'gmail.com.example'])(
      'goes to two mailboxes of %s that differ in a dot',
      async (domain) => {
        await submitFrom(`jan.novak@${domain}`, `jannovak@${domain}`);
        expect(await countWritten()).toBe(2);
      },
    );

    test('goes to at most 60 in an hour', async () => {
      await insert(...Array.from({ length: 62 }, (_, n) => createRequest(`p${n}@example.com`)));
      expect(await countWritten()).toBe(60);
      expect(await listWritten('request')).toHaveLength(62);
      await makeOlder(HOUR - MINUTE);
      await submitFrom('soon@example.com');
      expect(await countWritten()).toBe(60);
      await makeOlder(HOUR + MINUTE);
      await submitFrom('last@example.com');
      expect(await countWritten()).toBe(61);
    });

    test.each([
      ...['"a"@example.com', 'a%other.example@example.com', 'other.example!a@example.com'],
      ...['a(b)@example.com', 'a:b@example.com', 'háček@example.com', 'a@[192.0.2.1].x'],
    ])('does not go to %s', async (email) => {
      await submitFrom(email);
      expect(await proxy.countRows()).toBe(1);
      expect(await countWritten()).toBe(0);
    });

    test('goes to unusual addresses', async () => {
      const unusual = ["o'brien@example.com", 'eva_m-2@mail.example.co.uk', 'r&d@example.com'];
      await submitFrom(...unusual, 'x@xn--hkyrky-ptac70bc.fi');
      expect(await countWritten()).toBe(4);
    });

    test('can be claimed with its address for six hours, while the request exists', async () => {
      const claimAfter = async (ms: number) => {
        await makeDue();
        await updateAll({ sent: [] });
        await makeOlder(ms);
        return claim(['visitor']);
      };
      await submitFrom('eva@example.com');
      expect(await claimAfter(0)).toMatchObject([
        { kind: 'acknowledgement', missing: ['visitor'], address: 'eva@example.com' },
      ]);
      expect(await claimAfter(6 * HOUR - MINUTE)).toHaveLength(1);
      expect(await claimAfter(6 * HOUR + MINUTE)).toEqual([]);
      await proxy.openTable().delete().neq('email', '');
      expect(await claimAfter(0)).toEqual([]);
    });
  });
}
