// The MDN Observatory's own analysers and grader, on recorded responses: its own scan needs the network, and
// refuses to grade a 404 or an error page.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmCommand } from '../../scripts/npm.mjs';

const here = import.meta.dirname;
const home = join(here, 'node_modules', '@mdn', 'mdn-http-observatory');

/**
 * @typedef {object} Recorded
 * @property {string} url the public https address of the page
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string[]} cookies the Set-Cookie headers
 * @property {string} body
 * @property {Record<string, string>} preflight headers of the answer to a foreign OPTIONS request
 *
 * @typedef {object} Grade
 * @property {string} grade
 * @property {number} score
 * @property {string[]} marks what added or took points, e.g. `referrer-policy-private +5`
 */

/**
 * Installs the Observatory beside this file, once. Its install scripts download lists and are not run: it needs
 * the list of preloaded hosts, and ours is not on it.
 *
 * @throws {Error} when the registry cannot be reached
 */
export function installObservatory() {
  if (!existsSync(join(home, 'package.json'))) {
    const args = ['ci', '--ignore-scripts', '--omit=optional', '--loglevel=error'];
    const { status } = spawnSync(...npmCommand(args), { cwd: here, stdio: 'inherit' });
    if (status !== 0) throw new Error('The MDN Observatory could not be installed.');
  }
  writeFileSync(join(home, 'conf', 'hsts-preload.json'), '{}');
}

/**
 * Grades one recorded response as the Observatory grades a site. It assumes what is left to the host: a valid
 * certificate, and http redirected to https.
 *
 * @param {Recorded} recorded
 * @returns {Promise<Grade>}
 */
export async function gradeResponse(recorded) {
  const [{ ALL_TESTS }, grader, { MINIMUM_SCORE_FOR_EXTRA_CREDIT }] = await Promise.all([
    load('constants.js'),
    load('grader/grader.js'),
    load('grader/charts.js'),
  ]);
  const requests = await asRequests(recorded);
  /** @type {string[]} */
  const results = ALL_TESTS.map((/** @type {Function} */ test) => test(requests).result);
  const modifiers = results.map((result) => grader.getScoreModifier(result));
  const lost = modifiers.filter((modifier) => modifier < 0).reduce(sum, 100);
  const extra = lost >= MINIMUM_SCORE_FOR_EXTRA_CREDIT;
  const { grade, score } = grader.getGradeForScore(extra ? modifiers.reduce(sum, 100) : lost);
  const marks = results.flatMap((result, index) => {
    const modifier = modifiers[index] ?? 0;
    return modifier === 0 ? [] : [`${result} ${modifier > 0 ? '+' : ''}${modifier}`];
  });
  return { grade, score, marks };
}

/** @param {Recorded} recorded */
async function asRequests({ url, status, headers, cookies, body, preflight }) {
  const [{ Requests }, { parseHttpEquivHeaders }] = await Promise.all([
    load('types.js'),
    load('retriever/utils.js'),
  ]);
  const { CookieJar } = createRequire(join(home, 'package.json'))('tough-cookie');
  const secure = new URL(url);
  const plain = new URL(url.replace(/^https:/, 'http:'));
  const jar = new CookieJar();
  for (const cookie of cookies) jar.setCookieSync(cookie, url);
  const response = {
    status,
    headers: { ...headers, ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) },
    verified: true,
  };
  const requests = new Requests(secure.hostname);
  requests.session = { url: secure, jar };
  requests.resources.path = body;
  requests.responses = {
    auto: { ...response, httpEquiv: parseHttpEquivHeaders(body, url) },
    https: response,
    http: { status: 301, headers: { location: url }, verified: true },
    cors: {
      headers: preflight,
      request: { headers: { origin: 'https://http-observatory.security.mozilla.org' } },
    },
    httpRedirects: [
      { url: plain, status: 301 },
      { url: secure, status },
    ],
    httpsRedirects: [],
  };
  return requests;
}

/** @param {string} file */
const load = (file) => import(join(home, 'src', file));
/** @param {number} a @param {number} b */
const sum = (a, b) => a + b;
