/** Prints rows under a head, in columns. What somebody else has typed loses what a terminal would act on. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const table = [head, ...rows.map((row) => row.map(printable))];
  const widths = head.map((_, column) => Math.max(...table.map((row) => width(row[column]))));
  for (const row of table) {
    const cells = row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)));
    console.log(cells.join('  ').trimEnd());
  }
}

const width = (text = '') => [...text].length;

// A cell edited by hand in the dashboard may hold anything, escape codes for a terminal included.
const printable = (text: string) => text.replace(/\p{C}/gu, '') || '-';
