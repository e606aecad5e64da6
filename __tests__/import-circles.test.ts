/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const options = { moduleResolution: ts.ModuleResolutionKind.Bundler, paths: { '@/*': ['./*'] } };

/** Lists the files that a file imports, those of types included. */
function listImports(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(file, 'utf8'))
    .importedFiles.flatMap(({ fileName }) => {
      const { resolvedModule } = ts.resolveModuleName(
        fileName,
        `${process.cwd()}/${file}`,
        options,
        ts.sys,
      );
      return resolvedModule?.resolvedFileName ?? [];
    })
    .map((path) => path.replace(`${process.cwd()}/`, ''));
}

/** Finds the files that can be reached from themselves. */
function findCircles(importsByFile: Map<string, string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push(path.slice(path.indexOf(file)));
    if (done.has(file)) return;
    done.add(file);
    for (const imported of importsByFile.get(file) ?? []) visit(imported, [...path, file]);
  };
  for (const file of importsByFile.keys()) visit(file, []);
  return circles;
}

test('finds a circle', () => {
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(findCircles(circle)).toEqual([['b', 'c']]);
});

test('no files import each other in a circle', () => {
  const list = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' });
  const files = list.trim().split('\n');
  expect(files.length).toBeGreaterThan(300);
  const importsByFile = new Map(files.map((file) => [file, listImports(file)]));
  expect(findCircles(importsByFile)).toEqual([]);
});
