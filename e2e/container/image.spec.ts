import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { findRandomFreePort } from '../../local/ports.mjs';
import { runUntilRefusal, startContainer } from './container';
import { type Image, readDockerfile } from './image';
import { waitForCondition } from '../../__tests__/support/until';
import { createEmail, readStoredRequests } from '../support/test';

interface BuiltImage {
  image: Image;
  settings: Record<string, string>;
}

const readBuiltImage = (): BuiltImage => JSON.parse(process.env.E2E_IMAGE ?? '');

/** Starts another container of the image, with each setting as `formatValue` writes it. */
async function start(formatValue = (value: string) => value) {
  const { image, settings } = readBuiltImage();
  const port = String(await findRandomFreePort());
  const givenSettings = Object.entries({ ...settings, PORT: port });
  return startContainer(
    image,
    Object.fromEntries(givenSettings.map(([name, value]) => [name, formatValue(value)])),
    `http://localhost:${port}`,
  );
}

test('a build without SITE_URL fails with one sentence', () => {
  const instructions = readDockerfile(readFileSync('Dockerfile', 'utf8'));
  const check = instructions.find(({ line }) => line.startsWith('RUN : "${SITE_URL:?'));
  const command = check?.words.command ?? '';
  const { status, stderr } = spawnSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production' },
  });
  expect(status).not.toBe(0);
  expect(stderr.trim()).toMatch(
    /^[^\n]*Name the public address of the site with --build-arg[^\n]*$/,
  );
});

test('the image contains only production packages and built files', () => {
  const { image } = readBuiltImage();
  const site = join(image.root, image.workdir);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const installed = JSON.parse(
    readFileSync(join(site, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, unknown> };
  const names = Object.keys(installed.packages);
  expect(names).toContain('node_modules/next');
  expect(names.filter((name) => packages[name]?.dev || packages[name]?.optional)).toEqual([]);

  expect(readdirSync(site).sort()).toEqual(['.next', 'node_modules', 'package.json', 'public']);
  const ownFiles = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.includes('node_modules'),
  );
  expect(ownFiles.filter((path) => /\.(tsx?|map)$|\.env|\.test\./.test(path))).toEqual([]);
  expect(existsSync(join(site, '.next/cache'))).toBe(false);
});

test('no file of the image is writable, and serving writes none', async () => {
  const { image } = readBuiltImage();
  const paths = readdirSync(image.root, { recursive: true, encoding: 'utf8' });
  const entries = paths.map((path) => ({ path, ...readStat(join(image.root, path)) }));
  expect(entries.filter(({ isLink, mode }) => !isLink && mode & 0o222)).toEqual([]);

  const container = await start();
  for (const path of ['/', '/privacy', '/outreach', '/contact', '/nowhere', '/api/health']) {
    await fetch(container.url + path);
    await fetch(container.url + path, { headers: { rsc: '1' } });
  }
  container.sendStopSignal();
  expect(await container.ended).toBe(0);
  expect(container.readLog()).not.toMatch(/EACCES|EROFS|EPERM/);
  expect(readdirSync(image.root, { recursive: true }).length).toBe(paths.length);
});

test('the health check passes only while the site answers', async () => {
  const container = await start();
  expect(await container.isHealthy()).toBe(true);
  container.sendStopSignal();
  expect(await container.ended).toBe(0);
  expect(await container.isHealthy()).toBe(false);
});

test('the stop signal lets a pending request finish', async () => {
  const container = await start();
  const email = createEmail();
  const body = JSON.stringify({ service_type: 'other', email, message: 'Sent slowly' });
  const slow = request(`${container.url}/api/contact`, {
    method: 'POST',
    agent: false,
    headers: {
      origin: process.env.E2E_SITE_URL,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // Answered as soon as the request has arrived: then it is under way.
      expect: '100-continue',
    },
  });
  slow.flushHeaders();
  await once(slow, 'continue');

  container.sendStopSignal();
  const isClosed = () =>
    fetch(`${container.url}/api/health`).then(
      () => false,
      () => true,
    );
  await waitForCondition(isClosed, 'a refused connection');
  const answered = waitForAnswer(slow);
  slow.end(body);
  expect(await answered).toEqual({ status: 201, body: expect.objectContaining({ ok: true }) });
  expect(await container.ended).toBe(0);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('settings may have the quotes that docker run --env-file keeps', async () => {
  const container = await start((value) => `"${value}"`);
  expect(await container.isHealthy()).toBe(true);
  const email = createEmail();
  const response = await fetch(`${container.url}/api/contact`, {
    method: 'POST',
    headers: {
      origin: process.env.E2E_SITE_URL ?? '',
      'content-type': 'application/json',
      'x-real-ip': '192.0.2.7',
    },
    body: JSON.stringify({ service_type: 'other', email, message: 'Quoted' }),
  });
  expect(response.status).toBe(201);
  expect(await readStoredRequests(email)).toHaveLength(1);
  container.sendStopSignal();
  expect(await container.ended).toBe(0);
});

test('a wrong site address and missing settings are rejected with one sentence', async () => {
  const { image, settings } = readBuiltImage();
  const readRefusal = (changed: Record<string, string>) =>
    runUntilRefusal(image, { ...settings, ...changed });
  expect(await readRefusal({ SITE_URL: 'https://elsewhere.example' })).toEqual({
    code: 1,
    stderrText: expect.stringMatching(/^This build was made for http:.*, SITE_URL is https:.*\n$/),
  });
  expect(await readRefusal({ SUPABASE_SECRET_KEY: '' })).toEqual({
    code: 1,
    stderrText: expect.stringMatching(/^Missing settings: SUPABASE_SECRET_KEY\..*\n$/),
  });
});

const readStat = (path: string) => {
  const entry = lstatSync(path);
  return { mode: entry.mode, isLink: entry.isSymbolicLink() };
};

async function waitForAnswer(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}
