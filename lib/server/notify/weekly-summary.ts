import 'server-only';
import type { AlertFacts } from '@/lib/server/database/results';

/** The figures of a week, as `write_weekly_summary` names them. */
const LABELS = {
  visits: 'Visits',
  calls: 'Calls',
  requests: 'Requests',
  answered: 'Requests answered',
  prospects: 'Prospects who came',
};

/** Writes the sentence of a summary. */
export function writeSummarySentence(facts: AlertFacts): string {
  const names = ['visits', 'calls', 'requests'] as const;
  const figures = names.map(
    (name) => `${facts[name]} ${facts[name] === 1 ? name.slice(0, -1) : name}`,
  );
  return `Last week: ${figures.join(', ')}${formatWeekBefore(facts, names)}.`;
}

/** Lists all figures of a summary, one a line. */
export function listSummaryFigures(facts: AlertFacts): string {
  const lines = Object.entries(LABELS).map(
    ([name, label]) => `${label}: ${facts[name]}${formatWeekBefore(facts, [name])}`,
  );
  const days = `Monday ${facts.from} to Sunday ${facts.to}, UTC:`;
  return [days, ...lines, `Open requests now: ${facts.open}`].join('\n');
}

/** Returns nothing for a figure that is not known, such as that of a site's first weeks. */
function formatWeekBefore(facts: AlertFacts, names: readonly string[]): string {
  const counts = names.flatMap((name) => facts[`${name}_before`] ?? []);
  return counts.length > 0 ? ` (the week before: ${counts.join(', ')})` : '';
}
