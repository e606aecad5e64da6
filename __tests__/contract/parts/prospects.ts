import { createPost } from '@/__tests__/lib/server/create-post';
import { POST } from '@/app/api/visit/route';
import { personalCopyCs } from '@/lib/content/personal-cs';
import {
  storeProspect,
  findLinkEnd,
  listProspects,
  readLinkMonths,
  recordVisit,
  renewLinks,
} from '@/lib/server/outreach/prospects';
import type { Expected } from '../expected';
import type { TestDatabaseProxy } from '../database-proxy';

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
    const jan = { name: 'Jan Novák', company: 'Novák s.r.o.', assistant: 'demo-cs' };
    const unnamedProspect = { name: null, company: null, assistant: 'demo-cs' };

    beforeEach(async () => {
      await openTable().delete().neq('vapi_assistant_id', '');
    });

    /** Sends what the personal page sends, and returns what it receives. */
    async function visit(id: unknown) {
      const response = await POST(createPost('/api/visit', { vapi_assistant_id: id }));
      return { status: response.status, body: (await response.json()) as unknown };
    }

    const readVisitedAt = async (assistant: string) => {
      const { data } = await openTable().select('visited_at').eq('vapi_assistant_id', assistant);
      return data?.map((row) => row.visited_at && Date.parse(row.visited_at)) ?? [];
    };

    test('a visit sets the time of its assistant’s rows, and of no other', async () => {
      await storeProspect(jan);
      await storeProspect({ ...jan, name: 'Eva' });
      await storeProspect({ ...jan, assistant: 'another' });
      proxy.calls = [];
      const before = Date.now();
      expect(await visit('demo-cs')).toEqual({ status: 200, body: { ok: true, tracked: true } });
      expect(proxy.calls).toEqual(['GET', 'PATCH']);
      for (const time of await readVisitedAt('demo-cs')) {
        expect(time).toBeGreaterThanOrEqual(before);
        expect(time).toBeLessThanOrEqual(Date.now());
      }
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
      ['GET', 'lookup', personalCopyCs.visit.lookupFailed],
      ['PATCH', 'update', personalCopyCs.visit.updateFailed],
    ])('a visit whose %s gets no answer fails at the %s', async (method, step, message) => {
      await storeProspect(jan);
      proxy.droppedMethod = method;
      expect(await recordVisit('demo-cs')).toEqual({ ok: false, step, unreachable: true });
      expect(await visit('demo-cs')).toEqual({
        status: 503,
        body: { ok: false, error: 'unavailable', message, step },
      });
      expect(await readVisitedAt('demo-cs')).toEqual([null]);
      expect(proxy.logged.join()).toContain(step);
      expect(proxy.logged.join()).not.toContain('demo-cs');
    });

    test('a prospect is added once, with or without name and company', async () => {
      for (const person of [
        jan,
        { ...jan, company: null },
        { ...jan, name: null },
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
        const again = { name: 'Jan', company: null, assistant: 'demo-cs' };
        expect(await storeProspect(again)).toEqual({ added: false, assistantRows: 3 });
        expect(await listRenewed()).toEqual(['Jan']);
        await storeProspect(unnamedProspect);
        expect(await listRenewed()).toEqual(['Jan', null]);
        await storeProspect({ ...again, company: 'Firma' });
        expect(await listRenewed()).toEqual(['Jan', 'Jan', null]);
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
