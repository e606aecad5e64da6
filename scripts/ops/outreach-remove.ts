import { normalizeUuid } from '@/lib/outreach/assistant-id';
import { cleanContactName } from '@/lib/outreach/contact-name';
import {
  deleteProspect,
  findProspects,
  type ProspectFilter,
} from '@/lib/server/outreach/prospects';
import { confirm, isRowId, openDatabase, runCommand } from './command';
import { cleanCompany } from './prospects/prospect';
import { printTable } from './table';

const OPTIONS = ['name', 'company', 'assistant', 'id'] as const;
/** Of several matches, so many are shown. */
const MAX_SHOWN = 20;

const HELP = `Deletes one prospect for good, after asking. The personal link then refuses calls. If several match
the options, they are listed with their ids, and none is deleted.

Usage:
  npm run outreach:remove -- [--name <name>] [--company <company>] [--assistant <id>] [--id <id>]

Options:
  --name       the name, as \`npm run outreach:list\` prints it
  --company    the company
  --assistant  the assistant's id
  --id         the id of the row
  --yes        delete without asking
  --help       this text

Example:
  npm run outreach:remove -- --name "Jan Novák" --company "Novák s.r.o."`;

/** Cleans what was typed as `outreach:add` does. */
function cleanFilter({ name, company, assistant, ...rest }: ProspectFilter): ProspectFilter {
  return {
    ...rest,
    ...(name !== undefined && { name: cleanContactName(name) ?? name }),
    ...(company !== undefined && { company: cleanCompany(company) }),
    ...(assistant !== undefined && { assistant: normalizeUuid(assistant.trim()) }),
  };
}

await runCommand({ help: HELP, options: OPTIONS, flags: ['yes'] }, async ({ yes, ...filter }) => {
  if (Object.keys(filter).length === 0) throw new Error(HELP);
  if (filter.id !== undefined && !isRowId(filter.id))
    throw new Error('--id needs the id of a row of decisionMakers.');
  const { db, name } = await openDatabase();
  const found = await findProspects(cleanFilter(filter), MAX_SHOWN + 1, db);
  const [prospect, ...others] = found;
  if (!prospect) throw new Error(`There is no such prospect in ${name}.`);
  printTable(
    ['name', 'company', 'assistant', 'id'],
    found
      .slice(0, MAX_SHOWN)
      .map((person) => [
        person.contact_name ?? '',
        person.company_name ?? '',
        person.vapi_assistant_id,
        person.id,
      ]),
  );
  if (others.length > 0)
    throw new Error(`More than one prospect in ${name} matches. Nothing was deleted: pass --id.`);
  if (!yes) await confirm(`Delete this prospect in ${name} for good?`);
  await deleteProspect(prospect.id, db);
  console.log(`Deleted 1 prospect in ${name}.`);
});
