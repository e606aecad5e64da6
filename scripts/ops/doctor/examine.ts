import { randomUUID } from 'node:crypto';
import { listUnset, readEnv } from '@/lib/server/env';
import { listChannels, sendMessage } from '@/lib/server/notify/alert-channels';
import { findWebhookKind } from '@/lib/server/notify/alert-webhook';
import { findProblems, joinProblems } from '@/lib/settings/settings';
import {
  type Check,
  failed,
  NoAnswerError,
  ok,
  openWorld,
  type Outcome,
  skipped,
  warning,
  type World,
} from './check';
import { databaseChecks } from './database';
import { assistantCheck, checkCall } from './provider';
import { siteChecks } from './site';

const DEADLINE_MS = 28_000;

/** Only our settings count: the value of another variable may be a single letter. */
const SECRET = /^(SUPABASE|VAPI|ALERT|CRON)_(.*_)?(KEY|SECRET|SMTP_URL|WEBHOOK_URL)$/;

/** `because`: the failed check that this one needs. */
export type Result = Outcome & { name: string; because?: string };

type Options = { shouldCall: boolean; isAlertOnly?: boolean };

/** Lists the checks, each after those that it needs. */
export function listChecks(
  source: NodeJS.ProcessEnv,
  { shouldCall, isAlertOnly = false }: Options,
): Check[] {
  const settings = { name: 'settings', needs: [], run: async () => checkSettings(source) };
  const alerts = { name: 'alerts', needs: ['settings'], run: checkAlerts };
  if (isAlertOnly) return [settings, alerts];
  const call = { name: 'call', needs: ['assistant', 'same settings'], run: checkCall };
  const others = [...databaseChecks, ...siteChecks, assistantCheck, alerts];
  return [settings, ...others, ...(shouldCall ? [call] : [])];
}

/** The server checks the same when it starts. */
function checkSettings(source: NodeJS.ProcessEnv): Outcome {
  const problems = findProblems(source);
  if (problems.length > 0)
    return failed(joinProblems(problems), '.env.example explains each setting.');
  const unset = listUnset(source).map(({ name }) => name);
  return ok(`all valid here${unset.length > 0 ? `; not set: ${unset.join(', ')}` : ''}`);
}

async function checkAlerts(): Promise<Outcome> {
  const channels = listChannels().filter((channel) => channel !== 'visitor');
  if (channels.length === 0)
    return warning(
      'no channel reports new requests',
      'Set ALERT_WEBHOOK_URL, or ALERT_SMTP_URL and ALERT_MAIL_TO, or look at requests daily.',
    );
  const test = {
    id: randomUUID(),
    kind: 'test',
    subject: 'Test by npm run doctor: nothing to do.',
    link: null,
  };
  const deliveries = await Promise.all(channels.map((channel) => sendMessage(channel, test)));
  const receiver = channels.includes('webhook') ? findWebhookKind() : undefined;
  const lost = deliveries.flatMap(({ failure }, index) =>
    failure ? [`${channels[index]}: ${failure}`] : [],
  );
  if (lost.length > 0)
    return failed(
      `a test was not delivered by ${lost.join(', ')}`,
      'Check the settings of that channel (ALERT_… in .env.example).' +
        (receiver ? ` The webhook got the format of ${receiver}.` : ''),
    );
  const names = channels.map((name) => (name === 'webhook' ? `webhook (${receiver})` : name));
  return ok(`a test was taken by ${names.join(' and ')}`);
}

/** Examines a deployment from the outside. No result contains a secret. */
export async function examine(source: NodeJS.ProcessEnv, options: Options): Promise<Result[]> {
  const settings = readEnv(source);
  // Without valid settings no check that needs them runs.
  const world = (settings && openWorld(settings, AbortSignal.timeout(DEADLINE_MS))) as World;
  const results = await runChecks(listChecks(source, options), world);
  return results.map((result) => ({ ...result, seen: hideSecrets(result.seen, source) }));
}

/** Runs the checks in order, each if those that it needs have not failed. */
export async function runChecks(checks: readonly Check[], world: World): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, needs, run } of checks) {
    const missing = results.find(
      (result) => needs.includes(result.name) && (result.state === 'failed' || result.because),
    );
    const because = missing && (missing.because ?? missing.name);
    results.push(
      because
        ? { name, ...skipped(`not examined, because “${because}” has failed`), because }
        : { name, ...(await run(world).catch(describeError)) },
    );
  }
  return results;
}

function describeError(error: unknown): Outcome {
  // The message of any other error may hold a key.
  const name = error instanceof Error ? error.name : typeof error;
  const seen = error instanceof NoAnswerError ? error.message : `stopped unexpectedly (${name})`;
  return failed(seen, 'Run the command again, then check that the address is reachable.');
}

export function hideSecrets(text: string, source: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(source).filter(([name, value]) => SECRET.test(name) && value);
  return secrets.reduce((rest, [name, value = '']) => rest.replaceAll(value, `<${name}>`), text);
}
