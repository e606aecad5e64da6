import { execFileSync } from 'node:child_process';

test('every text file is checked out with LF, also on Windows', () => {
  const lines = execFileSync('git', ['ls-files', '--eol'], { encoding: 'utf8' }).trim().split('\n');
  const texts = lines.filter((line) => !/^i\/-text /.test(line));
  expect(texts.length).toBeGreaterThan(300);
  const others = texts.filter((line) => !/^i\/(lf|none) .*attr\/text=auto eol=lf/.test(line));
  expect(others).toEqual([]);
});
