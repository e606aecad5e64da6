import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** The version of each library that the contract is about. */
export function installedVersions(): Record<string, string> {
  const { resolve: find } = createRequire(resolve('package.json'));
  const versionOf = (manifest: string) =>
    (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  const voice = find('@vapi-ai/web/package.json');
  return {
    '@vapi-ai/web': versionOf(voice),
    '@daily-co/daily-js': versionOf(
      createRequire(voice).resolve('@daily-co/daily-js/package.json'),
    ),
    '@vapi-ai/server-sdk': versionOf(find('@vapi-ai/server-sdk/package.json')),
    '@supabase/supabase-js': versionOf(find('@supabase/supabase-js/package.json')),
  };
}
