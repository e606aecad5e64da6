import type { BrowserContext } from '@playwright/test';

/**
 * Collects violations of a content security policy in the context from now on: by the events of
 * pages and frames, and by console messages, which include violations before any script.
 *
 * @returns a list that grows: `script-src-elem blocked inline on <address> (…)`, or the console's
 *   text
 */
export async function collectViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeBinding('reportPolicyViolation', (_, text: string) => violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, documentURI, sample, sourceFile, lineNumber } = event;
      const place = `${sourceFile || documentURI}:${lineNumber} ${sample}`;
      const text = `${effectiveDirective} blocked ${blockedURI} on ${documentURI} (${place.trim()})`;
      (
        window as unknown as { reportPolicyViolation: (text: string) => void }
      ).reportPolicyViolation(text);
    });
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}
