/** @jest-environment node */
import { findChunkImports } from '@/scripts/build/chunk-imports';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();
const createChunk = (...names: string[]) =>
  `7,e=>{e.v(t=>Promise.all([${names.map((name) => `"static/chunks/${name}"`).join()}].map(t=>e.l(t))))}`;

const vitals = 'e=>{t.onTTFB(({value:e})=>(0,n.count)("ttfb",e))}';

test('lists the direct and indirect imports of each chunk', () => {
  build.write(
    'static/chunks/page.js',
    `${createChunk('call.js', 'call.css', 'words.js')},${createChunk('vitals.js')}`,
  );
  build.write('static/chunks/vitals.js', vitals);
  build.write('static/chunks/call.js', `${createChunk('voice.js')},${createChunk('words.js')}`);
  build.write('static/chunks/voice.js');
  build.write('static/chunks/words.js');
  build.write('static/chunks/call.css');
  build.write('static/chunks/styles.css');
  const buildChunkPath = (name: string) => `/_next/static/chunks/${name}.js`;
  expect(findChunkImports(build.getPath())).toEqual({
    [buildChunkPath('page')]: [
      buildChunkPath('call'),
      buildChunkPath('voice'),
      buildChunkPath('words'),
      '/_next/static/chunks/call.css',
    ],
    [buildChunkPath('call')]: [buildChunkPath('voice'), buildChunkPath('words')],
    [buildChunkPath('voice')]: [],
    [buildChunkPath('words')]: [],
    [buildChunkPath('vitals')]: [],
  });
});

test('throws if no chunk measures the web vitals', () => {
  build.write('static/chunks/page.js', createChunk('call.js'));
  expect(() => findChunkImports(build.getPath())).toThrow(
    /no chunk that measures.*chunk-imports\.ts/,
  );
});

test('throws if no dynamic import is found', () => {
  build.write('static/chunks/vitals.js', vitals);
  build.write('static/chunks/page.js', '7,e=>e.v(t=>e.load("static/chunks/call.js"))');
  build.write('static/chunks/call.js', 'Promise.all([one(),two()])');
  expect(() => findChunkImports(build.getPath())).toThrow(/no import\(\).*chunk-imports\.ts/);
});
