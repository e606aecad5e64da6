import 'server-only';
import * as z from 'zod';
import { getEnv } from '@/lib/server/env';

// https://www.w3.org/TR/CSP3/#csp-directives
/** The directives that can block something. */
const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
] as const;

/** Where blocked content came from, by the word or the scheme that a report begins with. */
const ORIGINS = new Map([
  ['inline', 'inline'],
  ['eval', 'eval'],
  ['wasm-eval', 'wasm-eval'],
  ['data', 'data'],
  ['blob', 'blob'],
  ['chrome-extension', 'extension'],
  ['moz-extension', 'extension'],
  ['safari-extension', 'extension'],
  ['safari-web-extension', 'extension'],
]);
const VOICE_HOST = /(^|\.)(daily\.co|vapi\.ai)$/;
/** The call machine's crash reports, which the policy blocks on purpose. */
const UNWANTED_HOST = /(^|\.)sentry\.io$/;

type Violation = { directive: string; blocked: string; source: string };

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** A report of the Reporting API. */
const currentReport = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: z.string(), blockedURL: text, sourceFile: text }),
  })
  .transform(({ body }): Violation => {
    const { effectiveDirective: directive, blockedURL: blocked, sourceFile: source } = body;
    return { directive, blocked, source };
  });

/** What `report-uri` gets. Firefox 98 knows the violated directive only. */
const formerReport = z
  .object({
    'csp-report': z.object({
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text,
      'source-file': text,
    }),
  })
  .transform(({ 'csp-report': report }): Violation => {
    const directive = report['effective-directive'] || report['violated-directive'];
    return { directive, blocked: report['blocked-uri'], source: report['source-file'] };
  });

/**
 * Reads the reports of a browser about what a policy has blocked. Of each it keeps the directive
 * and the kind of origin, both from closed lists, so nothing about the page or its visitor. What
 * names another directive is left out.
 */
export const blockedContentSchema = z
  .union([
    z.array(currentReport),
    // Safari sends each alone.
    currentReport.transform((report) => [report]),
    formerReport.transform((report) => [report]),
  ])
  .transform((violations) => violations.flatMap(describe));

function describe({ directive: name, blocked, source }: Violation) {
  const directive = DIRECTIVES.find((known) => known === name);
  const origin = findOrigin(blocked, source);
  return directive && origin ? [{ directive, origin }] : [];
}

/** Returns the kind of origin; undefined if the content is to be blocked. */
function findOrigin(blocked: string, source: string): string | undefined {
  if (ORIGINS.get(readScheme(source)) === 'extension') return 'extension';
  const known = ORIGINS.get(readScheme(blocked));
  if (known) return known;
  if (!URL.canParse(blocked)) return 'other';
  const { host, hostname } = new URL(blocked);
  if (host === new URL(getEnv().SITE_URL).host) return 'self';
  if (UNWANTED_HOST.test(hostname)) return undefined;
  return VOICE_HOST.test(hostname) ? 'voice-provider' : 'other';
}

const readScheme = (address: string) => address.split(':', 1)[0] ?? '';
