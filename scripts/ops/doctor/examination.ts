import { type Env, readEnv } from '@/lib/server/env';
import { alertChecks } from './alerts';
import { createCallCheck } from './call';
import { type Check, type Result, runChecks } from './check';
import { databaseChecks } from './database';
import { leftoverChecks } from './leftovers';
import { createProbes, type Probes } from './probes';
import { providerChecks } from './provider';
import { retentionChecks } from './retention';
import { createSettingsCheck, hideSecrets } from './settings';
import { siteChecks } from './site';

const DEADLINE_MS = 28_000;

type ExamineOptions = { shouldCall: boolean; isAlertOnly?: boolean };

/** Lists the checks, each after those that it needs. */
export const listChecks = (
  source: NodeJS.ProcessEnv,
  { shouldCall, isAlertOnly }: ExamineOptions,
): Check<Probes>[] => [
  createSettingsCheck(source),
  ...(isAlertOnly
    ? alertChecks
    : [
        ...databaseChecks,
        ...retentionChecks,
        ...siteChecks,
        ...providerChecks,
        ...leftoverChecks,
        ...alertChecks,
        createCallCheck(shouldCall),
      ]),
];

/** Examines a deployment from the outside, in at most 28 s. No result contains a secret. */
export async function examine(
  source: NodeJS.ProcessEnv,
  options: ExamineOptions,
): Promise<Result[]> {
  // If the settings are not valid, no check that reads them runs.
  const probes = createProbes((readEnv(source) ?? {}) as Env);
  const results = await runChecks(listChecks(source, options), probes, DEADLINE_MS);
  return results.map(({ seen, todo, ...rest }) => ({
    ...rest,
    seen: hideSecrets(seen, source),
    ...(todo && { todo }),
  }));
}
