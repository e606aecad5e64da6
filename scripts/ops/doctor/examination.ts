import { type Env, readEnv } from '@/lib/server/env';
import { alertChecks } from './alerts';
import { assistantChecks } from './provider/assistant';
import { disclosureChecks } from './provider/ai-disclosure';
import { cachingChecks } from './site/caching';
import { createCallCheck } from './provider/call';
import { type Check, type Result, runChecks } from './check';
import { clockChecks } from './site/clocks';
import { databaseChecks } from './database/database';
import { type Probes, createProbes } from './probes';
import { headerChecks } from './site/headers';
import { leftoverChecks } from './leftovers';
import { mailDomainChecks } from './mail-domain';
import { providerChecks } from './provider/provider';
import { retentionChecks } from './database/retention';
import { hideSecrets, createSettingsCheck } from './settings';
import { siteChecks } from './site/site';
import { anonymousAccessChecks } from './database/anonymous-access';
import { transportChecks } from './site/transport';

const DEADLINES = { eachMs: 20_000, allMs: 28_000 };

type ExamineOptions = { shouldCall: boolean; isAlertOnly?: boolean };

/** Lists the checks, each after those that it needs. */
export const listChecks = (
  source: NodeJS.ProcessEnv,
  { shouldCall, isAlertOnly }: ExamineOptions,
): Check<Probes>[] => {
  const settingsCheck = createSettingsCheck(source);
  if (isAlertOnly) return [settingsCheck, ...alertChecks];
  return [
    settingsCheck,
    ...databaseChecks,
    ...retentionChecks,
    ...anonymousAccessChecks,
    ...providerChecks,
    ...assistantChecks,
    ...disclosureChecks,
    ...transportChecks,
    ...siteChecks,
    ...headerChecks,
    ...cachingChecks,
    ...clockChecks,
    ...mailDomainChecks,
    ...leftoverChecks,
    ...alertChecks,
    createCallCheck(shouldCall),
  ];
};

/** Examines a deployment from the outside, in at most 28 s. No result contains a secret. */
export async function examine(
  source: NodeJS.ProcessEnv,
  options: ExamineOptions,
): Promise<Result[]> {
  // If the settings are not valid, no check that reads them runs.
  const probes = createProbes(readEnv(source) as Env, source.SUPABASE_PUBLISHABLE_KEY);
  const results = await runChecks(listChecks(source, options), probes, DEADLINES);
  return results.map(({ seen, todo, ...rest }) => ({
    ...rest,
    seen: hideSecrets(seen, source),
    ...(todo && { todo }),
  }));
}
