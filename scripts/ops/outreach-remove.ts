import { isUuid } from '@/lib/outreach/assistant-id';
import {
  fromRow,
  type Prospect,
  PROSPECT_FIELD_NAMES,
  PROSPECT_FIELDS,
} from '@/lib/outreach/prospect';
import { deleteProspect, listProspects } from '@/lib/server/outreach/ops-prospects';
import { confirm, openDatabase, runCommand } from './command';
import { listCells, PROSPECT_OPTIONS_HELP, type ProspectInput } from './prospect';
import { printTable } from './table';

const HELP = `Deletes one prospect for good, after asking. The personal link then refuses calls,
unless another prospect has its assistant. If several match
the options, they are listed with their ids, and none is deleted.

Usage:
  npm run outreach:remove -- --name "Jan Novák" --company "Novák s.r.o."

Options:
${PROSPECT_OPTIONS_HELP}
  --id         the id of the row
  --yes        delete without asking`;

const options = [...PROSPECT_FIELD_NAMES, 'id'] as const;
await runCommand({ help: HELP, options, flags: ['yes'] }, async ({ yes, id, ...typed }) => {
  if (id === undefined && Object.keys(typed).length === 0) throw new Error(HELP);
  if (id !== undefined && !isUuid(id))
    throw new Error('--id needs the id of a row of decisionMakers.');
  const { db, name } = await openDatabase();
  const found = (await listProspects(db)).filter(
    (row) => (id?.toLowerCase() ?? row.id) === row.id && matches(fromRow(row), typed),
  );
  const [first, ...others] = found;
  if (!first) throw new Error(`There is no such prospect in ${name}.`);
  const rows = found.map((row) => [...listCells(fromRow(row)), row.id]);
  printTable([...PROSPECT_FIELD_NAMES, 'id'], rows);
  if (others.length > 0)
    throw new Error(`More than one prospect in ${name} matches. Nothing was deleted: pass --id.`);
  if (!yes) await confirm(`Delete this prospect in ${name} for good?`);
  await deleteProspect(first.id, db);
  console.log(`Deleted 1 prospect in ${name}.`);
});

/** Compares what was typed, cleaned as `outreach:add` does. */
function matches(prospect: Prospect, typed: ProspectInput): boolean {
  return PROSPECT_FIELD_NAMES.every((name) => {
    const text = typed[name]?.trim();
    return text === undefined || prospect[name] === (PROSPECT_FIELDS[name].clean(text) ?? text);
  });
}
