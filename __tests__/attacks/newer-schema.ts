import { countRows, createForm, postContactForm } from './client';
import type { World } from './world';

/** Tests that the running version works with the next schema: migrations only add. */
export function testNewerSchema(getWorld: () => World): void {
  test('the running version stores requests in the schema of the next one', async () => {
    const { database, sites } = getWorld();
    const reloadSql = `notify pgrst, 'reload schema'`;
    await database.runSql('create table public.next_version (id uuid primary key)');
    await database.runSql(
      `alter table public.strategy_sessions add column next_version text,
         add column next_flag boolean not null default false`,
    );
    await database.runSql(reloadSql);
    const forms = [createForm(), createForm()];
    const statuses = await Promise.all(
      forms.map(
        async (form, index) =>
          (await postContactForm(getWorld(), sites[index]?.url ?? '', form)).status,
      ),
    );
    const rows = await Promise.all(forms.map(({ email }) => countRows(getWorld(), email)));
    await database.runSql(
      'alter table public.strategy_sessions drop column next_version, drop column next_flag',
    );
    await database.runSql('drop table public.next_version');
    await database.runSql(reloadSql);
    expect({ statuses, rows }).toEqual({ statuses: [201, 201], rows: [1, 1] });
  });
}
