/** `shouldAlignRight`: all columns but the first. */
export function formatTable(
  rows: readonly (readonly string[])[],
  shouldAlignRight = false,
): string[] {
  const columns = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => countCharacters(row[column]))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const pad = ' '.repeat((widths[column] ?? 0) - countCharacters(cell));
      return shouldAlignRight && column > 0 ? pad + cell : cell + pad;
    });
    return cells.join('  ').trimEnd();
  });
}

const countCharacters = (text = '') => [...text].length;

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of formatTable([head, ...rows.map((row) => row.map(removeControlCharacters))]))
    console.log(line);
}

/** A cell may hold whatever was typed: escape codes for a terminal, or joined signs. */
const removeControlCharacters = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/(?![\u200c\u200d\u{e0061}-\u{e007f}])\p{C}/gu, '') || '-';

/** Returns e.g. `2026-11-28 09:05`, in UTC. */
export const formatTime = (time: string | null) =>
  time ? new Date(time).toISOString().slice(0, 16).replace('T', ' ') : '';
