type LogLine = { level: string; msg: string; [fact: string]: unknown };

/**
 * What the server logs in each of the file's tests: one object per line, none left from the test
 * before.
 */
export function collectLogLines() {
  const lines: LogLine[] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(console, 'log').mockImplementation((line: string) => {
      expect(line).not.toMatch(/\s$/);
      lines.push(JSON.parse(line) as LogLine);
    });
  });
  return lines;
}
