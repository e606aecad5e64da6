import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { type Line, wish } from './line';
import { HOUR, MINUTE, openOutbox } from './outbox';

/** The one mail that a visitor may get. */
export function describeAcknowledgements(line: Line) {
  describe('the acknowledgement', () => {
    const { written, claim, age, due } = openOutbox(line);
    const acknowledged = async () => (await written('acknowledgement')).length;
    const from = (...emails: string[]) =>
      Promise.all(emails.map((email) => line.table().insert(wish(email))));

    test('goes to a mailbox once a day, whichever service is asked for', async () => {
      await storeStrategySession(wish('eva@example.com'));
      await storeStrategySession({ ...wish('eva@example.com'), service_type: 'other' });
      expect(await acknowledged()).toBe(1);
      expect(await written('request')).toHaveLength(2);
      await age(29 * HOUR);
      await storeStrategySession({
        ...wish('eva@example.com'),
        service_type: 'ai-customer-support',
      });
      expect(await acknowledged()).toBe(1);
      await age(30 * HOUR + MINUTE);
      await storeStrategySession({
        ...wish('eva@example.com'),
        service_type: 'appointment-scheduling',
      });
      expect(await acknowledged()).toBe(2);
    });

    test('goes once to all spellings of a mailbox, and to others for themselves', async () => {
      for (const email of ['eva@a.example', 'eva+1@a.example', 'eva+x+y@a.example'])
        await from(email);
      expect(await acknowledged()).toBe(1);
      await from('eva@b.example');
      await from('ev@a.example');
      expect(await acknowledged()).toBe(3);
    });

    test('goes once to a mailbox of Google, however its dots are set', async () => {
      for (const email of ['e.v.a+x@gmail.com', 'eva@googlemail.com', 'ev.a@gmail.com'])
        await from(email);
      expect(await acknowledged()).toBe(1);
      await from('ev@gmail.com');
      expect(await acknowledged()).toBe(2);
    });

    test.each(['example.com', 'mail.gmail.com', 'notgmail.com', 'gmail.com.example'])(
      'goes to two mailboxes of %s that differ in a dot',
      async (domain) => {
        await from(`jan.novak@${domain}`);
        await from(`jannovak@${domain}`);
        expect(await acknowledged()).toBe(2);
      },
    );

    test('of 40 simultaneous requests for one mailbox there is exactly one', async () => {
      await from(...Array.from({ length: 40 }, (_, n) => `eva+${n}@example.com`));
      expect(await line.count()).toBe(40);
      expect(await acknowledged()).toBe(1);
      expect(await written('request')).toHaveLength(40);
    }, 20_000);

    test('goes to at most 60 in an hour', async () => {
      await line.table().insert(Array.from({ length: 62 }, (_, n) => wish(`p${n}@example.com`)));
      expect(await acknowledged()).toBe(60);
      expect(await written('request')).toHaveLength(62);
      await age(HOUR + MINUTE);
      await from('last@example.com');
      expect(await acknowledged()).toBe(61);
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
      await from(email);
      expect(await line.count()).toBe(1);
      expect(await acknowledged()).toBe(0);
    });

    test.each([
      "o'brien@example.com",
      'eva_m-2@mail.example.co.uk',
      'x@xn--hkyrky-ptac70bc.fi',
      'r&d@example.com',
    ])('goes to %s', async (email) => {
      await from(email);
      expect(await acknowledged()).toBe(1);
    });

    test('is given out with the address, for six hours, while the request is there', async () => {
      await from('eva@example.com');
      expect(await claim(['visitor'])).toMatchObject([
        { kind: 'acknowledgement', missing: ['visitor'], address: 'eva@example.com' },
      ]);
      await due();
      await age(6 * HOUR - MINUTE);
      expect(await claim(['visitor'])).toHaveLength(1);
      await due();
      await age(6 * HOUR + MINUTE);
      expect(await claim(['visitor'])).toEqual([]);
      await age(0);
      await line.table().delete().neq('email', '');
      expect(await claim(['visitor'])).toEqual([]);
    });
  });
}
