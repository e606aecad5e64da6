import { createPost } from '@/__tests__/lib/server/create-post';
import { changeSettings } from '@/__tests__/lib/server/settings';
import { buildProspect } from '@/__tests__/support/prospect';
import { POST as postEnd } from '@/app/api/call/end/route';
import { POST as postEnded } from '@/app/api/call/ended/route';
import { POST as postInput } from '@/app/api/visit/input/route';
import { POST } from '@/app/api/visit/route';
import { takeCall } from '@/lib/server/call/call-requests';
import { formatAlert } from '@/lib/server/notify/alert-messages';
import {
  storeProspect,
  findLinkEnd,
  listProspects,
  readLinkMonths,
} from '@/lib/server/outreach/ops-prospects';
import { settleCall } from '@/lib/server/call/call-records';
import type { TestDatabaseProxy } from '../database-proxy';
import { DAY, formatTimeAgo, MINUTE, openOutbox } from '../outbox';

/** Tests prospects and their visits. */
export function describeProspects(proxy: TestDatabaseProxy) {
  describe('prospects', () => {
    const openTable = () => proxy.connect().from('decisionMakers');
    const findProspect = (assistant_id: string, link: object) =>
      proxy.connect().rpc('find_prospect', { assistant_id, link });
    const jan = buildProspect();
    const unnamed = buildProspect({ contact_name: null, company_name: null });

    test('a prospect needs an assistant id and cannot be inserted twice', async () => {
      const person = { vapi_assistant_id: 'demo_1', contact_name: 'Jan', company_name: null };
      expect((await openTable().insert(person)).error).toBeNull();
      expect((await openTable().insert(person)).error?.code).toBe('23505');
      const wrong = await openTable().insert({ vapi_assistant_id: 'a b' });
      expect(wrong.error?.code).toBe('23514');
    });

    /** Sends what the personal page sends, and returns what it receives. */
    async function visit(id: unknown, link?: object) {
      const response = await POST(createPost('/api/visit', { vapi_assistant_id: id, link }));
      return { status: response.status, body: (await response.json()) as unknown };
    }
    const readVisits = async (assistant: string) =>
      (await openTable().select('visited_at').eq('vapi_assistant_id', assistant).throwOnError())
        .data;

    proxy.testEverywhere('a visit sets the time of its row, and of no other', async () => {
      for (const change of [{}, { vapi_assistant_id: 'another' }])
        await storeProspect({ ...jan, ...change });
      proxy.calls = [];
      const before = Date.now();
      // Its name does not matter while it is the only one of its assistant.
      const tracked = { status: 200, body: { ok: true, tracked: true } };
      expect(await visit('demo-cs', { contact_name: 'Eva' })).toEqual(tracked);
      expect(proxy.calls).toEqual(['GET', 'PATCH']);
      const times = (await readVisits('demo-cs')).map((row) => Date.parse(row.visited_at ?? ''));
      expect(times).toHaveLength(1);
      expect(times[0]).toBeGreaterThanOrEqual(before);
      expect(times[0]).toBeLessThanOrEqual(Date.now());
      expect(await readVisits('another')).toEqual([{ visited_at: null }]);
    });

    test.each([
      [{ contact_name: jan.contact_name }, true],
      [{ company_name: jan.company_name }, true],
      // Of a row that is gone.
      [{ contact_name: 'Eva' }, false],
      [{ contact_name: jan.contact_name, company_name: 'Another' }, false],
    ])('the link %j to an assistant of one prospect finds it: %p', async (link, isFound) => {
      await storeProspect(jan);
      expect((await findProspect('demo-cs', link)).data).toHaveLength(Number(isFound));
    });

    test.each([
      ['Firma s.r.o', 'Firma s.r.o.'],
      ['Firma s.r.o.),', 'Firma s.r.o.'],
      ['Firma (CZ', 'Firma (CZ)'],
      ['Firma a.s', 'Firma a.s'],
    ])('a link with the company %j is that of %j', async (company_name, found) => {
      const firms = ['Firma', 'Firma s.r.o.', 'Firma (CZ)', 'Firma a.s', 'Firma a.s.'];
      for (const firm of firms) await storeProspect({ ...jan, company_name: firm });
      const { contact_name } = jan;
      const { data } = await findProspect('demo-cs', { contact_name, company_name });
      expect(data).toMatchObject([{ company_name: found }]);
    });

    describe('of several who share an assistant', () => {
      const PEOPLE = [
        ['Jan Novák', 'A'],
        ['Jan Novák', 'B'],
        ['Jan Novák', null],
        [null, null],
      ] as const;
      /** Returns the places of the rows that have a time in this column. */
      const listMarked = async (column: 'visited_at' | 'used_at' | 'called_at' | 'renewed_at') => {
        const { data } = await openTable().select().throwOnError();
        const marked = data.filter((row) => row[column] !== null);
        return marked.map((row) =>
          PEOPLE.findIndex(
            ([name, firm]) => name === row.contact_name && firm === row.company_name,
          ),
        );
      };
      const codes: string[] = [];
      beforeEach(async () => {
        codes.length = 0;
        for (const [contact_name, company_name] of PEOPLE)
          codes.push((await storeProspect({ ...jan, contact_name, company_name })).code ?? '');
        await storeProspect({ ...jan, vapi_assistant_id: 'another' });
      });

      test.each<[what: string, link: (codes: string[]) => object | undefined, marked: number[]]>([
        ['name and company', () => ({ contact_name: 'Jan Novák', company_name: 'B' }), [1]],
        ['a name alone', () => ({ contact_name: 'Jan Novák' }), [2]],
        ['nothing', () => undefined, [3]],
        ['a code', (known) => ({ code: known[0] }), [0]],
        ['a code before a name', (known) => ({ code: known[0], contact_name: 'Jan Novák' }), [0]],
        ['another name', () => ({ contact_name: 'Eva', company_name: 'B' }), []],
        ['an unknown code', () => ({ code: 'abcdefghjk', contact_name: 'Jan Novák' }), []],
      ])('a link with %s is its own row’s', async (_what, getLink, marked) => {
        const link = getLink(codes);
        const { body } = await visit('demo-cs', link);
        expect(body).toEqual({ ok: true, tracked: marked.length > 0 });
        await postInput(createPost('/api/visit/input', { vapi_assistant_id: 'demo-cs', link }));
        const id = crypto.randomUUID();
        // Also where they share that of the landing page.
        changeSettings({ VAPI_ASSISTANT_ID: 'demo-cs' });
        const call = { id, assistantId: 'demo-cs', link: (link ?? {}) as Record<string, string> };
        const taken = await takeCall(new Request('http://localhost/'), call);
        const [contact_name, company_name] = PEOPLE[marked[0] ?? -1] ?? [];
        const prospect = marked.length > 0 ? { contact_name, company_name } : null;
        expect(taken).toMatchObject({ refusal: null, prospect });
        const created_at = formatTimeAgo(95_000);
        await proxy.connect().from('calls').update({ created_at }).eq('id', id);
        await settleCall(id, 'created');
        const outcome = { seconds: 84, reason: 'visitor' };
        await postEnd(createPost('/api/call/end', { id, outcome }));
        for (const column of ['visited_at', 'used_at', 'called_at', 'renewed_at'] as const)
          expect([column, await listMarked(column)]).toEqual([column, marked]);
        const used = (await listProspects()).filter(({ used_at }) => used_at);
        const written = await openOutbox(proxy).listWritten();
        const kinds = ['prospect-visited', 'prospect-called'];
        expect(new Set(written.map(({ kind, subject }) => `${kind} ${subject}`))).toEqual(
          new Set(used.flatMap((row) => kinds.map((kind) => `${kind} ${row.id}`))),
        );
        const { data } = await proxy.connect().from('calls').select().single().throwOnError();
        expect(data.personal).toBe(marked.length > 0);
      });
    });

    test('an id in capitals is stored as links have it, also by the dashboard', async () => {
      const id = '3D0C2D9E-7A51-4C3B-9A0E-2F6D1B8E5C77';
      await openTable().insert([{ vapi_assistant_id: id }, { vapi_assistant_id: 'ABC' }]);
      await openTable().update({ vapi_assistant_id: id }).eq('vapi_assistant_id', id.toLowerCase());
      const ids = (await listProspects()).map((row) => row.vapi_assistant_id).sort();
      expect(ids).toEqual([id.toLowerCase(), 'ABC']);
    });

    test('a row that ops write by hand can be reached', async () => {
      const row = { vapi_assistant_id: 'demo-cs', contact_name: ' Jan ', company_name: ' ' };
      const codes = [' ABCDEFGH12 ', '', 'jan novak', 'jan-novak1'];
      for (const [n, code] of codes.entries())
        await openTable()
          .insert({ ...row, vapi_assistant_id: `${n}`, code })
          .throwOnError();
      const rows = await listProspects();
      expect(rows.map(({ code }) => code)).toContain('abcdefgh12');
      for (const stored of rows) {
        expect(stored).toMatchObject({ contact_name: 'Jan', company_name: null });
        expect(stored.code).toMatch(/^[a-z0-9]{10}$/);
      }
      const changed = openTable().update({ variables: ['Brno'] });
      expect((await changed.eq('code', 'abcdefgh12')).error?.code).toBe('23514');
    });

    test('each has a code of its own, without look-alikes', async () => {
      await openTable().insert(
        Array.from({ length: 200 }, (_, n) => ({ vapi_assistant_id: `${n}` })),
      );
      const codes = (await listProspects()).map(({ code }) => code ?? '');
      expect(new Set(codes).size).toBe(200);
      for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{10}$/);
      expect(new Set(codes.join('')).size).toBe(31);
    });

    test('a visit of an unknown assistant adds no row and logs a warning', async () => {
      expect(await visit('nobody_1')).toEqual({ status: 200, body: { ok: true, tracked: false } });
      expect(proxy.calls).toEqual(['GET']);
      expect((await openTable().select('id')).data).toEqual([]);
      const [line = '{}', request] = proxy.logged;
      expect(JSON.parse(line)).toMatchObject({
        level: 'warn',
        msg: expect.stringContaining('no prospect'),
      });
      expect(request).toContain('"msg":"request"');
      expect(proxy.logged.join()).not.toContain('nobody_1');
    });

    test('a prospect is added once, with or without name and company', async () => {
      const company_name = 'is.null, "a".b';
      const others = [{ company_name: null }, { contact_name: null, company_name }];
      for (const person of [jan, ...others.map((change) => ({ ...jan, ...change })), unnamed]) {
        expect((await storeProspect(person)).added).toBe(true);
        expect((await storeProspect(person)).added).toBe(false);
      }
      expect(await listProspects()).toHaveLength(4);
      const variables = { city: 'Brno' };
      const { code } = await storeProspect(jan, { language: 'en', variables });
      // Renewed without them, it keeps them.
      expect(await storeProspect(jan)).toEqual({ added: false, code, language: 'en' });
      const row = { code, language: 'en', variables, company_name: jan.company_name };
      expect((await listProspects()).filter((each) => each.code === code)).toMatchObject([row]);
    });

    describe('the end of a link', () => {
      const created_at = formatTimeAgo(500 * DAY);
      const insertOldLink = (contact_name: string | null, company_name: string | null = null) =>
        openTable().insert({
          vapi_assistant_id: 'demo-cs',
          contact_name,
          company_name,
          created_at,
        });
      /** Returns the names whose links end within a year from now, not in the past. */
      const listRenewed = async () => {
        const months = await readLinkMonths();
        return (await listProspects())
          .filter((person) => {
            const days = (findLinkEnd(person, months).getTime() - Date.now()) / DAY;
            return days > 360 && days < 367;
          })
          .map(({ contact_name }) => contact_name)
          .sort();
      };

      test('is a period after it was made', async () => {
        await storeProspect(jan);
        expect(await listRenewed()).toEqual([jan.contact_name]);
        const setMonths = (months: number) =>
          proxy.connect().from('retention').update({ months }).eq('one_row', true);
        await setMonths(1);
        const months = await readLinkMonths();
        await setMonths(12);
        expect(months).toBe(1);
      });

      test('is put off by a visit', async () => {
        await insertOldLink('Eva');
        await openTable().insert({ vapi_assistant_id: 'b', created_at });
        expect(await listRenewed()).toEqual([]);
        await visit('demo-cs');
        expect(await listRenewed()).toEqual(['Eva']);
      });

      test('is put off for a prospect that is added again, and for no other', async () => {
        await insertOldLink('Jan', 'Firma');
        await insertOldLink('Jan');
        await insertOldLink(null);
        const again = buildProspect({ contact_name: 'Jan', company_name: null });
        expect(await storeProspect(again)).toMatchObject({ added: false });
        expect(await listRenewed()).toEqual(['Jan']);
        await storeProspect(unnamed);
        expect(await listRenewed()).toEqual(['Jan', null]);
        await storeProspect({ ...again, company_name: 'Firma' });
        expect(await listRenewed()).toEqual(['Jan', 'Jan', null]);
      });
    });

    describe('an alert about one', () => {
      const { openAlerts, listWritten, claim, makeOlder } = openOutbox(proxy);
      const giveInput = (id = 'demo-cs') =>
        postInput(createPost('/api/visit/input', { vapi_assistant_id: id }));
      beforeEach(() => storeProspect(jan));

      test('is written by the first key or press, not by a visit, and has no name', async () => {
        await visit('demo-cs');
        expect(await listWritten()).toEqual([]);
        await Promise.all(Array.from({ length: 8 }, () => giveInput()));
        await giveInput('nobody_1');
        const subject = (await listProspects())[0]?.id;
        expect(await listWritten()).toEqual([{ kind: 'prospect-visited', subject, facts: {} }]);
        const [alert] = await claim();
        expect(JSON.stringify(alert)).not.toMatch(/Jan|Nov|demo-cs/);
        expect(JSON.stringify(alert && formatAlert(alert))).not.toMatch(/Jan|Nov|demo-cs/);
      });

      test('is written again after a day, not at midnight', async () => {
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

      describe('who has called', () => {
        /** Counts a call that began so many seconds ago, and returns its id. */
        async function makeCall(secondsAgo: number, isPersonal = true): Promise<string> {
          const id = crypto.randomUUID();
          changeSettings({ VAPI_ASSISTANT_ID: isPersonal ? 'another' : 'demo-cs' });
          const call = { id, assistantId: 'demo-cs', link: isPersonal ? {} : undefined };
          expect(await takeCall(new Request('http://localhost/'), call)).toMatchObject({
            refusal: null,
          });
          const created_at = formatTimeAgo(secondsAgo * 1000);
          await proxy.connect().from('calls').update({ created_at }).eq('id', id);
          return id;
        }
        const tell = async (id: string, seconds: number, reason = 'visitor', rating?: number) => {
          const outcome = { seconds, reason, rating };
          expect((await postEnd(createPost('/api/call/end', { id, outcome }))).status).toBe(200);
        };
        const readCall = async () => {
          const columns = 'called_at, call_seconds, call_rating';
          const { data } = await openTable().select(columns).single().throwOnError();
          return [data.called_at && 'called', data.call_seconds, data.call_rating];
        };
        const createWritten = (facts: object) => [{ kind: 'prospect-called', facts }];

        proxy.testEverywhere(
          'has length and end, and waits 20 seconds for the rating',
          async () => {
            const id = await makeCall(95);
            await tell(id, 84);
            expect(await readCall()).toEqual(['called', 84, null]);
            const facts = { seconds: 84, ended: 'visitor' };
            expect(await listWritten()).toMatchObject(createWritten(facts));
            expect(await claim()).toEqual([]);
            const { data } = await openAlerts().select('created_at, due_at').single();
            expect(Date.parse(data!.due_at) - Date.parse(data!.created_at)).toBe(20_000);
            await tell(id, 84, 'visitor', 4);
            expect(await readCall()).toEqual(['called', 84, 4]);
            expect(await claim()).toMatchObject(createWritten({ ...facts, rating: 4 }));
          },
        );

        test('has what the provider reports', async () => {
          changeSettings({ VAPI_WEBHOOK_SECRET: 'hook-secret' });
          const metadata = { callId: await makeCall(95) };
          const call = { id: 'call-1', assistantOverrides: { metadata } };
          const times = { startedAt: formatTimeAgo(84_000), endedAt: formatTimeAgo(0) };
          const facts = { endedReason: 'silence-timed-out', ...times, cost: 0.5 };
          const message = { type: 'end-of-call-report', call, ...facts };
          const secret = { 'x-vapi-secret': 'hook-secret' };
          expect((await postEnded(createPost('/api', { message }, secret))).status).toBe(200);
          expect(await readCall()).toEqual(['called', 84, null]);
          expect(await listWritten()).toMatchObject(
            createWritten({ seconds: 84, ended: 'silence' }),
          );
          const { data } = await proxy.connect().from('call_days').select('seconds, cost');
          expect(data).toEqual([{ seconds: 84, cost: 0.5 }]);
        });

        test('does not wait for a visitor who has left the page', async () => {
          await tell(await makeCall(45), 40, 'left-page');
          expect(await claim()).toMatchObject(createWritten({ seconds: 40, ended: 'left-page' }));
        });

        test('is not written if they are switched off, nor about a visit', async () => {
          changeSettings({ PROSPECT_ALERTS_OFF: true });
          await giveInput();
          await tell(await makeCall(95), 84);
          expect(await readCall()).toEqual(['called', 84, null]);
          expect(await listProspects()).toMatchObject([{ used_at: expect.any(String) }]);
          expect(await listWritten()).toEqual([]);
        });

        test.each([
          ['of 29 s', 60, 29, 29, 0],
          ['of 30 s', 60, 30, 30, 1],
          ['that is said to be longer than the time since it began', 10, 3000, 10, 0],
        ])('a call %s is stored', async (_what, secondsAgo, said, stored, alerts) => {
          await tell(await makeCall(secondsAgo), said);
          const [, seconds] = await readCall();
          expect(seconds).toBeGreaterThanOrEqual(stored);
          expect(seconds).toBeLessThan(stored + (said > 100 ? 19 : 1));
          expect(await listWritten()).toHaveLength(alerts);
        });

        test('writes one of several calls in a day; the last call is kept', async () => {
          await tell(await makeCall(300), 60);
          await tell(await makeCall(100), 50, 'silence', 2);
          expect(await listWritten()).toMatchObject(createWritten({ seconds: 60 }));
          expect(await readCall()).toEqual(['called', 50, 2]);
        });

        test('a second report, and a late one of an earlier call, change nothing', async () => {
          const first = await makeCall(300);
          const second = await makeCall(100);
          // The rating may overtake the end, since both are sent until they arrive.
          await tell(second, 84, 'visitor', 5);
          await tell(second, 84);
          await tell(second, 31, 'failed');
          await tell(first, 70, 'failed', 1);
          expect(await readCall()).toEqual(['called', 84, 5]);
          expect(await listWritten()).toHaveLength(1);
        });

        test('of two visitors at once, each call’s end is recorded', async () => {
          const first = await makeCall(300);
          const second = await makeCall(100);
          await tell(second, 20);
          expect(await readCall()).toEqual(['called', 20, null]);
          await tell(first, 290);
          await tell(second, 20, 'visitor', 1);
          await tell(first, 290, 'visitor', 5);
          expect(await readCall()).toEqual(['called', 290, 5]);
          expect(await claim()).toMatchObject(createWritten({ seconds: 290, rating: 5 }));
        });

        test('nothing is stored of an id without a call, or of the landing page', async () => {
          await tell(crypto.randomUUID(), 84);
          await tell(await makeCall(95, false), 84);
          expect(await readCall()).toEqual([null, null, null]);
          expect(await listWritten()).toEqual([]);
        });
      });
    });

    test('the list begins with the latest visit and ends with those who never came', async () => {
      const createRow = (vapi_assistant_id: string, visited: number | null, created: number) => ({
        vapi_assistant_id,
        visited_at: visited && formatTimeAgo(visited * MINUTE),
        created_at: formatTimeAgo(created * MINUTE),
      });
      await openTable().insert([
        createRow('older', 8, 9),
        createRow('never-1', null, 8),
        createRow('latest', 1, 9),
        createRow('never-2', null, 7),
      ] as { vapi_assistant_id: string }[]);
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
