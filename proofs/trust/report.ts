interface Row {
  what: string;
  asked: string;
  reached: string;
  ok: boolean;
}

const rows: Row[] = [];

/** Notes a figure: what was asked, what this run reached, and whether that is enough. */
export function figure(what: string, asked: string, reached: string, ok: boolean): void {
  rows.push({ what, asked, reached, ok });
  console.log(`${ok ? '✓' : '✗'} ${what}: ${reached} (asked: ${asked})`);
}

/** Prints the one table and gives back how many figures were reached, and which were missed. */
export function printTable(): { passed: number; failed: number; missed: string[] } {
  const cells = [
    ['', 'what', 'asked', 'reached'],
    ...rows.map(({ what, asked, reached, ok }) => [ok ? '✓' : '✗', what, asked, reached]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n${cells.map(line).join('\n')}\n`);
  const missed = rows
    .filter(({ ok }) => !ok)
    .map(({ what, asked, reached }) => `${what}: ${reached} (asked: ${asked})`);
  return { passed: rows.length - missed.length, failed: missed.length, missed };
}
