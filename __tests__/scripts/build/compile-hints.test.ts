/** @jest-environment node */
import { addCompileHints } from '@/scripts/build/compile-hints';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();

test('large chunks get the compile hint once, small ones stay as they are', () => {
  const large = `run('${'é'.repeat(16 * 1024)}')`;
  build.write('static/chunks/large.js', large);
  build.write('static/chunks/small.js', 'run()');
  for (let time = 0; time < 2; time += 1) {
    addCompileHints(build.getPath());
    expect(String(build.read('static/chunks/large.js'))).toBe(
      `//# allFunctionsCalledOnLoad\n${large}`,
    );
    expect(String(build.read('static/chunks/small.js'))).toBe('run()');
  }
});
