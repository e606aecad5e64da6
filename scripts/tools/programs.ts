/**
 * The JavaScript of the programs that the tests start. Windows can start the files of
 * `node_modules/.bin` only through a shell; Node starts these files everywhere.
 */
export const programs = {
  eslint: 'node_modules/eslint/bin/eslint.js',
  jest: 'node_modules/jest/bin/jest.js',
  knip: 'node_modules/knip/bin/knip.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  tsx: 'node_modules/tsx/dist/cli.mjs',
};
