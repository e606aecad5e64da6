import { readEnv, type Env } from '@/lib/server/env';
import { cachingChecks } from './caching';
import { callCheck } from './call';
import { type Result, runChecks } from './check';
import { clockChecks } from './clocks';
import { databaseChecks } from './database';
import { gatherFacts } from './facts';
import { headerChecks } from './headers';
import { providerChecks } from './provider';
import { hideSecrets, settingsCheck } from './settings';
import { siteChecks } from './site';
import { strangerChecks } from './strangers';
import { transportChecks } from './transport';

/** Every request has five seconds of its own. */
const DEADLINES = { eachMs: 20_000, allMs: 28_000 };

/**
 * Examines a deployment from the outside, in at most 28 s.
 *
 * @param source its settings, as the environment names them, and SUPABASE_PUBLISHABLE_KEY
 * @param options.call whether a call is to be made
 * @returns one result for each check; no text of it holds a secret
 */
export async function examine(
  source: NodeJS.ProcessEnv,
  { call }: { call: boolean },
): Promise<Result[]> {
  const checks = [
    settingsCheck(source),
    ...databaseChecks,
    ...strangerChecks,
    ...providerChecks,
    ...transportChecks,
    ...siteChecks,
    ...headerChecks,
    ...cachingChecks,
    ...clockChecks,
    callCheck(call),
  ];
  // Where the settings are wrong nothing that reads them is run.
  const facts = gatherFacts(readEnv(source) as Env, source.SUPABASE_PUBLISHABLE_KEY);
  const results = await runChecks(checks, facts, DEADLINES);
  return results.map(({ seen, todo, ...rest }) => ({
    ...rest,
    seen: hideSecrets(seen, source),
    ...(todo && { todo }),
  }));
}
