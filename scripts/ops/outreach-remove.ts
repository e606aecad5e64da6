import { PROSPECT_FIELD_NAMES, PROSPECT_FIELDS } from '@/lib/outreach/prospect';
import {
  deleteProspect,
  findProspects,
  type ProspectFilter,
} from '@/lib/server/outreach/prospects';
import { confirm, isRowId, openDatabase, runCommand } from './command';
import { listCells, PROSPECT_OPTIONS_HELP, type ProspectInput } from './prospects/prospect';
import { printTable } from './table';

/** Of several matches, so many are shown. */
const MAX_SHOWN = 20;

const HELP = `Deletes one prospect for good, after asking. The personal link then refuses calls. If several match
the options, they are listed with their ids, and none is deleted.

Usage:
  npm run outreach:remove -- [--name <name>] [--company <company>] [--assistant <id>] [--id <id>]

Options:
${PROSPECT_OPTIONS_HELP}
  --id         the id of the row
  --yes        delete without asking
  --help       this text

Example:
  npm run outreach:remove -- --name "Jan Novák" --company "Novák s.r.o."`;

/** Cleans what was typed as `outreach:add` does. */
const createFilter = (typed: ProspectInput): ProspectFilter =>
  Object.fromEntries(
    PROSPECT_FIELD_NAMES.flatMap((name) => {
      const { column, clean } = PROSPECT_FIELDS[name];
      const text = typed[name]?.trim();
      return text === undefined ? [] : [[column, clean(text) ?? text]];
    }),
  );

const options = [...PROSPECT_FIELD_NAMES, 'id'] as const;
await runCommand({ help: HELP, options, flags: ['yes'] }, async ({ yes, id, ...typed }) => {
  if (id === undefined && Object.keys(typed).length === 0) throw new Error(HELP);
  if (id !== undefined && !isRowId(id))
    throw new Error('--id needs the id of a row of decisionMakers.');
  const { db, name } = await openDatabase();
  const filter = { ...createFilter(typed), ...(id !== undefined && { id }) };
  const found = await findProspects(filter, MAX_SHOWN + 1, db);
  const [first, ...others] = found;
  if (!first) throw new Error(`There is no such prospect in ${name}.`);
  const rows = found.slice(0, MAX_SHOWN).map((row) => [...listCells(row.prospect), row.id]);
  printTable([...PROSPECT_FIELD_NAMES, 'id'], rows);
  if (others.length > 0)
    throw new Error(`More than one prospect in ${name} matches. Nothing was deleted: pass --id.`);
  if (!yes) await confirm(`Delete this prospect in ${name} for good?`);
  await deleteProspect(first.id, db);
  console.log(`Deleted 1 prospect in ${name}.`);
});
