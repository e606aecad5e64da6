import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { findRandomFreePort } from '@/scripts/test/test-site';
import { buildForm } from '@/__tests__/support/contact-form';
import { pagePaths } from '@/__tests__/support/routes';
import { waitForCondition } from '@/__tests__/support/until';
import { createEmail, readStoredRequests } from '../support/database';
import { docker, IMAGE, listEnvironment, runToEnd, startContainer } from './docker';

const readSettings = (): Record<string, string> =>
  JSON.parse(process.env.E2E_CONTAINER_SETTINGS ?? '');

/** Starts another container of the image, with more settings, each as `formatValue` writes it. */
async function start({ settings = {}, formatValue = (value: string) => value } = {}) {
  const port = String(await findRandomFreePort());
  const all = Object.entries({ ...readSettings(), ...settings, PORT: port });
  return startContainer(
    Object.fromEntries(all.map(([name, value]) => [name, formatValue(value)])),
    `http://localhost:${port}`,
  );
}

test('Docker reports nothing about the Dockerfile and compose.yaml', () => {
  docker('build', '--check', '.');
  // The checkout has no .env.
  const { status, stderr } = spawnSync(
    'docker',
    ['compose', 'config', '--quiet', '--no-env-resolution'],
    { encoding: 'utf8', env: { ...process.env, SITE_URL: 'https://example.com' } },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('behind Caddy, limits know each visitor by its own address', async () => {
  const container = await start({ settings: { TRUSTED_IP_HEADER: 'x-real-ip' } });
  const port = await findRandomFreePort();
  const settings = { SITE_URL: `http://localhost:${port}`, SITE_ADDRESS: container.url.slice(7) };
  const caddyfile = `${resolve('Caddyfile')}:/etc/caddy/Caddyfile:ro`;
  const environment = listEnvironment(settings);
  const run = ['run', '--rm', '--detach', '--network=host', `--volume=${caddyfile}`];
  const caddy = docker(...run, ...environment, 'caddy:2-alpine');
  /** Reports a page error from an address of this machine, with a forged header. */
  const report = (localAddress: string, nth = 0) =>
    new Promise<number>((resolve, reject) => {
      const headers = { origin: settings.SITE_URL, 'content-type': 'application/json' };
      const forged = { 'x-real-ip': `192.0.2.${nth}`, 'x-forwarded-for': `192.0.2.${nth}` };
      const options = {
        method: 'POST',
        family: 4,
        localAddress,
        headers: { ...headers, ...forged },
      };
      request(`${settings.SITE_URL}/api/page-error`, options, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end('{}');
    });
  const isUp = () =>
    fetch(`${settings.SITE_URL}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitForCondition(isUp, 'an answer of Caddy');
  for (let nth = 1; nth <= 20; nth += 1) expect(await report('127.0.0.2', nth)).toBe(201);
  expect(await report('127.0.0.2', 21)).toBe(429);
  expect(await report('127.0.0.3')).toBe(201);
  docker('stop', caddy);
  container.sendStopSignal();
  expect(container.waitForEnd()).toBe(0);
});

test('a build without SITE_URL fails with one sentence', () => {
  const { status, stderr } = spawnSync('docker', ['build', '.'], { encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('Name the public address of the site with --build-arg');
});

test('the image contains only production packages and built files', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const lockfile = runToEnd({}, 'cat', 'node_modules/.package-lock.json').stdout;
  const installed = JSON.parse(lockfile) as { packages: Record<string, unknown> };
  const names = Object.keys(installed.packages);
  expect(names).toContain('node_modules/next');
  expect(names.filter((name) => packages[name]?.dev || packages[name]?.optional)).toEqual([]);

  const list = (...options: string[]) => runToEnd({}, 'find', '.', ...options).stdout.split('\n');
  expect(list('-mindepth', '1', '-maxdepth', '1', '-printf', '%f\n').sort()).toEqual([
    '',
    '.next',
    'node_modules',
    'package.json',
    'public',
  ]);
  const ownFiles = list('-name', 'node_modules', '-prune', '-o', '-print');
  expect(ownFiles).toContain('./package.json');
  expect(ownFiles.filter((path) => /\.(tsx?|map)$|\.env|\.test\./.test(path))).toEqual([]);
  expect(ownFiles).not.toContain('./.next/cache');
});

test('the user of the image can write none of its files, and serving writes none', async () => {
  expect(docker('inspect', '--format={{.Config.User}}', IMAGE)).toBe('node');
  // Not read-only, so that permissions alone decide.
  expect(docker('run', '--rm', IMAGE, 'find', '/site', '!', '-type', 'l', '-writable')).toBe('');

  const container = await start();
  for (const path of [...pagePaths, '/nowhere', '/api/health']) {
    await fetch(container.url + path);
    await fetch(container.url + path, { headers: { rsc: '1' } });
  }
  container.sendStopSignal();
  expect(container.readLog()).not.toMatch(/EACCES|EROFS|EPERM/);
  expect(container.waitForEnd()).toBe(0);
});

test('the health check passes only while the site answers, also with quoted settings', async () => {
  // As `docker run --env-file` keeps them.
  const container = await start({ formatValue: (value) => `"${value}"` });
  await expect.poll(container.readHealth).toBe('healthy');
  const email = createEmail();
  const response = await fetch(`${container.url}/api/contact`, {
    method: 'POST',
    headers: { origin: process.env.E2E_SITE_URL ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(buildForm({ email })),
  });
  expect(response.status).toBe(201);
  expect(await readStoredRequests(email)).toHaveLength(1);
  container.sendStopSignal();
  expect(container.waitForEnd()).toBe(0);
  const [, ...command] = JSON.parse(
    docker('inspect', '--format={{json .Config.Healthcheck.Test}}', IMAGE),
  ) as string[];
  const port = String(await findRandomFreePort());
  expect(runToEnd({ PORT: port }, ...command).status).toBe(1);
});

test('the stop signal lets a pending request finish', async () => {
  const container = await start();
  const email = createEmail();
  const body = JSON.stringify(buildForm({ email, message: 'Sent slowly' }));
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
  expect(container.waitForEnd()).toBe(0);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

async function waitForAnswer(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}
