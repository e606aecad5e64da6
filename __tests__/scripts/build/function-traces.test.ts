/** @jest-environment node */
import { addToTraces } from '@/scripts/build/function-traces';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();
const readTrace = (file: string) => JSON.parse(String(build.read(file))) as unknown;
const add = () => addToTraces(build.getPath(), 'site-build.json');

beforeEach(() => {
  build.write('server/middleware.js.nft.json', '{"version":1,"files":["chunks/a.js"]}');
  build.write('server/app/(en)/page.js.nft.json', '{"version":1,"files":["../../chunks/a.js"]}');
});

test('adds the file to every trace, relative to the trace', () => {
  add();
  expect(readTrace('server/middleware.js.nft.json')).toEqual({
    version: 1,
    files: ['chunks/a.js', '../site-build.json'],
  });
  expect(readTrace('server/app/(en)/page.js.nft.json')).toEqual({
    version: 1,
    files: ['../../chunks/a.js', '../../../site-build.json'],
  });
});

test('adds the file once when it runs twice', () => {
  add();
  add();
  expect(readTrace('server/middleware.js.nft.json')).toHaveProperty('files.length', 2);
});

test('leaves other files unchanged', () => {
  build.write('server/app/page.js', 'page()');
  build.write('server/pages-manifest.json', '{}');
  add();
  expect(String(build.read('server/app/page.js'))).toBe('page()');
  expect(String(build.read('server/pages-manifest.json'))).toBe('{}');
});
