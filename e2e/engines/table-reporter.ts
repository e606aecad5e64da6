import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

const marks = { expected: '✓', flaky: '✗', unexpected: '✗', skipped: '–' };

export default class TableReporter implements Reporter {
  private root: Suite | undefined;

  onBegin(_: unknown, root: Suite): void {
    this.root = root;
  }

  onEnd({ duration }: FullResult): void {
    const engines = this.root?.suites ?? [];
    const journeys: Record<string, Record<string, string>> = {};
    for (const engine of engines) {
      for (const test of engine.allTests())
        (journeys[test.title] ??= {})[engine.title] = marks[test.outcome()];
    }
    for (const row of Object.values(journeys)) for (const { title } of engines) row[title] ??= '–';
    console.table(journeys);
    const tests = this.root?.allTests() ?? [];
    const count = (mark: string) => tests.filter((test) => marks[test.outcome()] === mark).length;
    const skipped = count('–');
    for (const why of new Set(tests.flatMap(listSkipReasons))) console.log(why);
    console.log(`${(duration / 1000).toFixed(0)} s`);
    console.log(
      `${count('✓')} passed, ${count('✗')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  }
}

function listSkipReasons({ annotations, results }: TestCase): string[] {
  return [...annotations, ...results.flatMap((result) => result.annotations)]
    .filter(({ type }) => type === 'skip')
    .map(({ description = '' }) => description);
}
