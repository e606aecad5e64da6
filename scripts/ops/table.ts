/**
 * Lays rows out in columns.
 *
 * @param right whether all columns but the first are numbers
 */
export function tableLines(rows: readonly (readonly string[])[], right = false): string[] {
  const columns = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => width(row[column]))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const pad = ' '.repeat((widths[column] ?? 0) - width(cell));
      return right && column > 0 ? pad + cell : cell + pad;
    });
    return cells.join('  ').trimEnd();
  });
}

const width = (text = '') => [...text].length;

/** Prints rows under a head, in columns. What somebody else has typed loses what a terminal would act on. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of tableLines([head, ...rows.map((row) => row.map(printable))]))
    console.log(line);
}

// A cell edited by hand in the dashboard may hold anything, escape codes for a terminal included.
const printable = (text: string) => text.replace(/\p{C}/gu, '') || '-';
