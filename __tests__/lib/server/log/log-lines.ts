type LogLine = { level: string; msg: string; [fact: string]: unknown };

/**
 * Records what the server logs: one object per line. The list is emptied before each test of the
 * file.
 */
export function collectLogLines() {
  const lines: LogLine[] = [];
  const printed: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(console, 'log').mockImplementation((line: string) => {
      printed.push(line);
      lines.push(JSON.parse(line) as LogLine);
    });
  });
  afterEach(() => {
    for (const line of printed.splice(0)) expect(line).toBe(line.trimEnd());
  });
  return lines;
}

/** Lists the lines except those about the requests themselves. */
export const omitRequestLines = (lines: LogLine[]) => lines.filter(({ msg }) => msg !== 'request');
