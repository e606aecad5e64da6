/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import { listen } from '@/local/ports';
import { NoResultError, runChecks } from '@/scripts/ops/doctor/check';
import type { Probes } from '@/scripts/ops/doctor/probes';
import {
  judgeCertificate,
  judgeRedirect,
  transportChecks,
} from '@/scripts/ops/doctor/site/transport';

const SITE = 'https://example.com';

test.each([
  [{ problem: undefined, daysLeft: 60 }, 'ok', 'good for 60 days'],
  [{ problem: undefined, daysLeft: 14 }, 'ok', 'good for 14 days'],
  [{ problem: undefined, daysLeft: 13 }, 'warning', 'ends in 13 days'],
  [{ problem: 'CERT_HAS_EXPIRED', daysLeft: -1 }, 'failed', '(CERT_HAS_EXPIRED)'],
])('judges the certificate %j as %s', (certificate, state, seen) => {
  expect(judgeCertificate(certificate)).toMatchObject({
    state,
    seen: expect.stringContaining(seen),
  });
});

const createAnswer = (status: number, location?: string) => ({
  status,
  headers: new Headers(location ? { location } : {}),
});

test.each([
  [createAnswer(308, `${SITE}/`), 'ok'],
  [createAnswer(301, SITE), 'ok'],
  [createAnswer(301, 'https://example.com.evil.example/'), 'failed'],
  [createAnswer(302, 'http://example.com/start'), 'failed'],
  [createAnswer(302, '/start'), 'failed'],
  [createAnswer(302), 'failed'],
  [createAnswer(200), 'failed'],
  [new NoResultError('no answer from example.com (ECONNREFUSED)'), 'warning'],
])('judges the response %j to an http request as %s', (received, state) => {
  expect(judgeRedirect(received, SITE).state).toBe(state);
});

describe('a site', () => {
  let plain: Server;
  let port: number;
  beforeAll(async () => {
    plain = createServer((_, response) => response.end('hello'));
    port = await listen(plain);
  });
  afterAll(() => plain.close());

  /** The lines of both checks for a site at this address. */
  async function runTransportChecks(siteUrl: string) {
    const facts = { settings: { SITE_URL: siteUrl } } as Probes;
    const settings = {
      name: 'settings',
      needs: [],
      run: () => ({ state: 'ok', seen: '' }) as const,
    };
    const all = await runChecks([settings, ...transportChecks], facts, {
      eachMs: 9000,
      allMs: 9000,
    });
    return all.slice(1).map(({ name, state, seen }) => `${name}: ${state}, ${seen}`);
  }

  test('on this machine needs no TLS', async () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect(await runTransportChecks(`http://${host}`)).toEqual([
        'TLS: skipped, local: http on this machine',
        'http to https: skipped, local: http on this machine',
      ]);
  });

  test('on another host needs TLS', async () => {
    const lines = await runTransportChecks('http://example.com');
    expect(lines[0]).toMatch(/^TLS: failed, SITE_URL is http/);
    expect(lines[1]).toContain('because “TLS” has failed');
  });

  test('fails if the server speaks http where https is expected', async () => {
    const [tls] = await runTransportChecks(`https://localhost:${port}`);
    expect(tls).toMatch(/^TLS: failed, no TLS at localhost \(\w+\)$/);
  });
});
