import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Call it in a test file: every test gets an empty output folder. */
export function setUpBuildFolder() {
  let distDir = '';
  beforeEach(() => (distDir = mkdtempSync(join(tmpdir(), 'build-'))));
  afterEach(() => rmSync(distDir, { recursive: true, force: true }));
  return {
    getPath: () => distDir,
    remove: (file: string) => rmSync(join(distDir, file)),
    read: (file: string) => readFileSync(join(distDir, file)),
    write: (file: string, content = '') => {
      mkdirSync(dirname(join(distDir, file)), { recursive: true });
      writeFileSync(join(distDir, file), content);
    },
  };
}
