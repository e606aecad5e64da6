import { createPost } from '@/__tests__/lib/server/create-post';
import { buildProspect } from '@/__tests__/support/prospect';
import { POST as postEnd } from '@/app/api/call/end/route';
import { POST as postInput } from '@/app/api/visit/input/route';
import { POST } from '@/app/api/visit/route';
import { errorsEn } from '@/lib/content/contact-en';
import { takeCall } from '@/lib/server/call/call-requests';
import { getEnv } from '@/lib/server/env';
import { formatAlert } from '@/lib/server/notify/alert-messages';
import {
  storeProspect,
  findLinkEnd,
  listProspects,
  readLinkMonths,
} from '@/lib/server/outreach/ops-prospects';
import { recordVisit, renewLinks } from '@/lib/server/outreach/prospects';
import type { Expected } from '../expected';
import { disableTimeouts, type TestDatabaseProxy } from '../database-proxy';
import { ALL_CHANNELS, DAY, formatTimeAgo, MINUTE, openOutbox } from '../outbox';

/** Tests prospects and their visits. */
export function describeProspects(proxy: TestDatabaseProxy, expected: Expected) {
  test('a prospect needs an assistant id and cannot be inserted twice', async () => {
    const people = proxy.connect().from('decisionMakers');
    const person = { vapi_assistant_id: 'demo_1', contact_name: 'Jan', company_name: null };
    expect((await people.insert(person)).error).toBeNull();
    expect((await people.insert(person)).error?.code).toBe('23505');
    const wrong = await people.insert({ vapi_assistant_id: 'a b' });
    expect(wrong.error?.code).toBe(expected.checkViolation.code);
  });

  describe('prospects', () => {
    const openTable = () => proxy.connect().from('decisionMakers');
    const jan = buildProspect();
    const unnamedProspect = buildProspect({ name: null, company: null });

    beforeEach(async () => {
      await openTable().delete().neq('vapi_assistant_id', '');
    });

    /** Sends what the personal page sends, and returns what it receives. */
    async function visit(id: unknown) {
      const response = await POST(createPost('/api/visit', { vapi_assistant_id: id }));
      return { status: response.status, body: (await response.json()) as unknown };
    }

    const readVisitedAt = async (assistant: string) => {
      const { data } = await openTable()
        .select('visited_at')
        .eq('vapi_assistant_id', assistant)
        .throwOnError();
      return data.map((row) => row.visited_at && Date.parse(row.visited_at));
    };

    test('a visit sets the time of its assistant’s rows, and of no other', async () => {
      await storeProspect(jan);
      await storeProspect({ ...jan, name: 'Eva' });
      await storeProspect({ ...jan, assistant: 'another' });
      proxy.calls = [];
      const before = Date.now();
      expect(await visit('demo-cs')).toEqual({ status: 200, body: { ok: true, tracked: true } });
      expect(proxy.calls).toEqual(['GET', 'PATCH']);
      const times = await readVisitedAt('demo-cs');
      expect(times).toHaveLength(2);
      expect(Math.min(...times.map(Number))).toBeGreaterThanOrEqual(before);
      expect(Math.max(...times.map(Number))).toBeLessThanOrEqual(Date.now());
      expect(await readVisitedAt('another')).toEqual([null]);
    });

    test('a second visit moves the time on', async () => {
      await storeProspect(jan);
      await recordVisit('demo-cs');
      const [first] = await readVisitedAt('demo-cs');
      await recordVisit('demo-cs');
      const [second] = await readVisitedAt('demo-cs');
      expect(second).toBeGreaterThan(Number(first));
    });

    test('a visit of an unknown assistant adds no row and logs a warning', async () => {
      expect(await visit('nobody_1')).toEqual({ status: 200, body: { ok: true, tracked: false } });
      expect(proxy.calls).toEqual(['GET']);
      expect((await openTable().select('id')).data).toEqual([]);
      expect(proxy.logged.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ level: 'warn', msg: expect.stringContaining('no prospect') }),
        expect.objectContaining({ level: 'info', msg: 'request', status: 200 }),
      ]);
      expect(proxy.logged.join()).not.toContain('nobody_1');
    });

    test.each([
      ['GET', 'lookup'],
      ['PATCH', 'update'],
    ])('a visit whose %s gets no answer fails at the %s', async (method, step) => {
      await storeProspect(jan);
      proxy.droppedMethod = method;
      expect(await recordVisit('demo-cs')).toEqual({ ok: false, step, error: 'unavailable' });
      expect(await visit('demo-cs')).toEqual({
        status: 503,
        body: { ok: false, error: 'unavailable', message: errorsEn.unavailable, step },
      });
      expect(await readVisitedAt('demo-cs')).toEqual([null]);
      expect(proxy.logged.join()).toContain(step);
      expect(proxy.logged.join()).not.toContain('demo-cs');
    });

    test('a prospect is added once, with or without name and company', async () => {
      for (const person of [
        jan,
        { ...jan, company: null },
        { ...jan, name: null, company: 'is.null, "a".b' },
        unnamedProspect,
      ]) {
        expect((await storeProspect(person)).added).toBe(true);
        expect((await storeProspect(person)).added).toBe(false);
      }
      expect(await storeProspect(jan)).toEqual({ added: false, assistantRows: 4 });
      expect((await openTable().select('id')).data).toHaveLength(4);
    });

    describe('the end of a link', () => {
      const DAY_MS = 86_400_000;
      const formatDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
      const insertOldLink = (contact_name: string | null, company_name: string | null = null) =>
        openTable().insert({
          vapi_assistant_id: 'demo-cs',
          contact_name,
          company_name,
          created_at: formatDaysAgo(500),
        });
      /** Returns the names whose links end within a year from now, not in the past. */
      const listRenewed = async () => {
        const months = await readLinkMonths();
        return (await listProspects())
          .filter((person) => {
            const days = (findLinkEnd(person, months).getTime() - Date.now()) / DAY_MS;
            return days > 360 && days < 367;
          })
          .map(({ contact_name }) => contact_name)
          .sort();
      };

      test('is a period after it was made', async () => {
        await storeProspect(jan);
        expect(await listRenewed()).toEqual([jan.name]);
        await proxy.connect().from('retention').update({ months: 1 }).eq('one_row', true);
        const months = await readLinkMonths();
        await proxy.connect().from('retention').update({ months: 12 }).eq('one_row', true);
        expect(months).toBe(1);
      });

      test.each<[what: string, renew: () => Promise<unknown>]>([
        ['visit', () => visit('demo-cs')],
        ['call', () => renewLinks('demo-cs')],
      ])('is put off by a %s, for every prospect of the assistant', async (_what, renew) => {
        await insertOldLink('Eva');
        await insertOldLink('Jan');
        await openTable().insert({ vapi_assistant_id: 'b', created_at: formatDaysAgo(500) });
        expect(await listRenewed()).toEqual([]);
        await renew();
        expect(await listRenewed()).toEqual(['Eva', 'Jan']);
      });

      test('is put off for a prospect that is added again, and for no other', async () => {
        await insertOldLink('Jan', 'Firma');
        await insertOldLink('Jan');
        await insertOldLink(null);
        const again = buildProspect({ name: 'Jan', company: null });
        expect(await storeProspect(again)).toEqual({ added: false, assistantRows: 3 });
        expect(await listRenewed()).toEqual(['Jan']);
        await storeProspect(unnamedProspect);
        expect(await listRenewed()).toEqual(['Jan', null]);
        await storeProspect({ ...again, company: 'Firma' });
        expect(await listRenewed()).toEqual(['Jan', 'Jan', null]);
      });
    });

    describe('an alert about one', () => {
      const { openAlerts, listWritten, claim, makeOlder } = openOutbox(proxy);
      const giveInput = (id = 'demo-cs') =>
        postInput(createPost('/api/visit/input', { vapi_assistant_id: id }));
      const readIds = async () =>
        (await openTable().select('id').order('created_at').throwOnError()).data.map(
          ({ id }) => id,
        );

      beforeEach(() => void disableTimeouts());

      test('is written by the first key or press, not by a visit, and has no name', async () => {
        await storeProspect(jan);
        await visit('demo-cs');
        expect(await listWritten()).toEqual([]);
        await giveInput();
        await giveInput();
        const [subject] = await readIds();
        expect(await listWritten()).toEqual([
          { kind: 'prospect-visited', subject, facts: { prospects: 1 } },
        ]);
        const [alert] = await claim();
        expect(JSON.stringify(alert)).not.toMatch(/Jan|Nov|demo-cs/);
        expect(JSON.stringify(alert && formatAlert(alert))).not.toMatch(/Jan|Nov|demo-cs/);
      });

      test('is written once by many inputs at once, and for no unknown assistant', async () => {
        await storeProspect(jan);
        await Promise.all(Array.from({ length: 8 }, () => giveInput()));
        await giveInput('nobody_1');
        expect(await listWritten()).toHaveLength(1);
      });

      test('is written again after a day, not at midnight', async () => {
        await storeProspect(jan);
        await giveInput();
        // As if it were of another calendar day.
        await openAlerts().update({ dedupe: 'yesterday' }).neq('dedupe', '');
        await makeOlder(DAY - MINUTE);
        await giveInput();
        expect(await listWritten()).toHaveLength(1);
        await makeOlder(DAY + MINUTE);
        await giveInput();
        expect(await listWritten()).toHaveLength(2);
      });

      test('is one for all who share the assistant, and says so', async () => {
        await storeProspect(jan);
        await storeProspect({ ...jan, name: 'Eva' });
        await storeProspect({ ...jan, assistant: 'another' });
        await giveInput();
        await giveInput('another');
        const [first, , other] = await readIds();
        expect(await listWritten()).toHaveLength(2);
        expect(await listWritten()).toEqual(
          expect.arrayContaining([
            { kind: 'prospect-visited', subject: first, facts: { prospects: 2 } },
            { kind: 'prospect-visited', subject: other, facts: { prospects: 1 } },
          ]),
        );
      });

      describe('who has called', () => {
        /** Counts a call that began so many seconds ago, and returns its id. */
        async function makeCall(secondsAgo: number, personal = true): Promise<string> {
          const id = crypto.randomUUID();
          Object.assign(getEnv(), { VAPI_ASSISTANT_ID: personal ? 'another' : 'demo-cs' });
          const call = { id, assistantId: 'demo-cs' };
          expect(await takeCall(new Request('http://localhost/'), call)).toBeNull();
          const created_at = formatTimeAgo(secondsAgo * 1000);
          await proxy.connect().from('calls').update({ created_at }).eq('id', id);
          return id;
        }
        const tell = async (id: string, outcome: object) =>
          (await postEnd(createPost('/api/call/end', { id, outcome }))).status;
        const readCalls = async () =>
          (await openTable().select('called_at, call_seconds, call_rating')).data;
        const makeWritten = (facts: object) => [
          { kind: 'prospect-called', facts: { prospects: 1, ...facts } },
        ];
        const called_at = expect.any(String) as string;

        beforeEach(async () => {
          await storeProspect(jan);
          await proxy.connect().from('calls').delete().neq('id', '');
          await proxy.connect().from('call_days').delete().gte('calls', -1);
        });

        test('has length and end, and waits for the rating', async () => {
          const id = await makeCall(95);
          expect(await tell(id, { seconds: 84, reason: 'visitor' })).toBe(200);
          expect(await readCalls()).toEqual([{ called_at, call_seconds: 84, call_rating: null }]);
          expect(await listWritten()).toMatchObject(makeWritten({ seconds: 84, ended: 'visitor' }));
          expect(await claim(ALL_CHANNELS)).toEqual([]);
          expect(await tell(id, { seconds: 84, reason: 'visitor', rating: 4 })).toBe(200);
          expect(await readCalls()).toEqual([{ called_at, call_seconds: 84, call_rating: 4 }]);
          expect(await claim()).toMatchObject(
            makeWritten({ seconds: 84, ended: 'visitor', rating: 4 }),
          );
        });

        test('is not written if they are switched off, nor about a visit', async () => {
          Object.assign(getEnv(), { PROSPECT_ALERTS_OFF: true });
          await giveInput();
          expect(await tell(await makeCall(95), { seconds: 84, reason: 'visitor' })).toBe(200);
          Object.assign(getEnv(), { PROSPECT_ALERTS_OFF: false });
          expect(await readCalls()).toMatchObject([{ call_seconds: 84 }]);
          expect(await listWritten()).toEqual([]);
        });

        test('waits 20 seconds, and not for a visitor who has left the page', async () => {
          await tell(await makeCall(95), { seconds: 84, reason: 'assistant' });
          const { data } = await openAlerts().select('created_at, due_at').single();
          expect(Date.parse(data!.due_at) - Date.parse(data!.created_at)).toBe(20_000);
          await openAlerts().delete().neq('dedupe', '');
          await tell(await makeCall(45), { seconds: 40, reason: 'left-page' });
          expect(await claim()).toMatchObject(makeWritten({ seconds: 40, ended: 'left-page' }));
        });

        test.each([
          [29, 0],
          [30, 1],
        ])('a call of %i s is stored, and writes %i alerts', async (seconds, alerts) => {
          await tell(await makeCall(60), { seconds, reason: 'visitor' });
          expect(await readCalls()).toMatchObject([{ call_seconds: seconds }]);
          expect(await listWritten()).toHaveLength(alerts);
        });

        test('writes one of several calls in a day; the last call is kept', async () => {
          await tell(await makeCall(300), { seconds: 60, reason: 'visitor' });
          const second = await makeCall(100);
          await tell(second, { seconds: 50, reason: 'silence', rating: 2 });
          expect(await listWritten()).toMatchObject(makeWritten({ seconds: 60 }));
          expect(await readCalls()).toMatchObject([{ call_seconds: 50, call_rating: 2 }]);
        });

        test('a second report, and a late one of an earlier call, change nothing', async () => {
          const first = await makeCall(300);
          const second = await makeCall(100);
          // The rating may overtake the end, since both are sent until they arrive.
          await tell(second, { seconds: 84, reason: 'visitor', rating: 5 });
          await tell(second, { seconds: 84, reason: 'visitor' });
          await tell(second, { seconds: 31, reason: 'failed' });
          await tell(first, { seconds: 70, reason: 'failed', rating: 1 });
          expect(await readCalls()).toMatchObject([{ call_seconds: 84, call_rating: 5 }]);
          expect(await listWritten()).toHaveLength(1);
        });

        test('of two visitors at once, each call’s end is recorded', async () => {
          const first = await makeCall(300);
          const second = await makeCall(100);
          await tell(second, { seconds: 20, reason: 'visitor' });
          expect(await readCalls()).toMatchObject([{ call_seconds: 20 }]);
          await tell(first, { seconds: 290, reason: 'visitor' });
          await tell(second, { seconds: 20, reason: 'visitor', rating: 1 });
          await tell(first, { seconds: 290, reason: 'visitor', rating: 5 });
          expect(await readCalls()).toMatchObject([{ call_seconds: 290, call_rating: 5 }]);
          expect(await claim()).toMatchObject(makeWritten({ seconds: 290, rating: 5 }));
        });

        test('no call is longer than the time since it began', async () => {
          await tell(await makeCall(10), { seconds: 3000, reason: 'visitor' });
          const [{ call_seconds } = { call_seconds: null }] = (await readCalls()) ?? [];
          expect(call_seconds).toBeLessThan(30);
          expect(await listWritten()).toEqual([]);
        });

        test('nothing is stored of an id without a call, or of the landing page', async () => {
          const unused = crypto.randomUUID();
          const landing = await makeCall(95, false);
          for (const id of [unused, landing])
            expect(await tell(id, { seconds: 84, reason: 'visitor' })).toBe(200);
          expect(await readCalls()).toEqual([
            { called_at: null, call_seconds: null, call_rating: null },
          ]);
          expect(await listWritten()).toEqual([]);
        });
      });
    });

    test('the list begins with the latest visit and ends with those who never came', async () => {
      const formatMinute = (minute: number) =>
        new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
      const createRow = (vapi_assistant_id: string, visited_at: string | null, minute: number) => {
        return { vapi_assistant_id, visited_at, created_at: formatMinute(minute) };
      };
      await openTable().insert([
        createRow('older', formatMinute(1), 0),
        createRow('never-1', null, 1),
      ]);
      await openTable().insert([
        createRow('latest', formatMinute(9), 0),
        createRow('never-2', null, 2),
      ]);
      const order = (await listProspects()).map((person) => person.vapi_assistant_id);
      expect(order).toEqual(['latest', 'older', 'never-2', 'never-1']);
    });

    test('the list has all rows of several pages', async () => {
      const many = Array.from({ length: 1203 }, (_, n) => ({ vapi_assistant_id: `a-${n}` }));
      await openTable().insert(many);
      const listed = new Set((await listProspects()).map((row) => row.vapi_assistant_id));
      expect(listed.size).toBe(1203);
    });
  });
}
