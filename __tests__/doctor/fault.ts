import { getEnv } from '@/lib/server/env';
import type { ProxiedAnswer } from './altering-proxy';
import type { World } from './world';

type Settings = Record<string, string | undefined>;

/** One thing that is wrong with a deployment, and one way to break it. */
type Cause = {
  /** What the check says, or a part of it, as a failure or as a warning. */
  fails?: string | RegExp;
  warns?: string | RegExp;
  /** Changes the settings that the doctor reads. */
  settings?: Settings | ((world: World) => Settings);
  /** Changes the settings of what sends alerts. */
  alertSettings?: Settings;
  /** Changes those of the provider's assistants. */
  assistant?: Record<string, unknown>;
  /** Runs SQL as the owner of the database, and other SQL afterwards. */
  sql?: [plant: string, undo: string];
  /** Alters the site's answer at this path, or with a final `*` at all that begin with it. */
  at?: string;
  alter?: (answer: ProxiedAnswer, path: string) => unknown;
  /** Breaks something else, and returns the undo. */
  plant?: (world: World) => () => unknown;
  needsCall?: boolean;
};
type Fault = Cause & { what: string; checkName: string };

/** An address where no server listens. */
export const NOWHERE = 'http://127.0.0.1:9';

/** @param checks causes by the check that has to find them, and by what is wrong */
export const listFaults = (checks: Record<string, Record<string, Cause>>): Fault[] =>
  Object.entries(checks).flatMap(([checkName, causes]) =>
    Object.entries(causes).map(([what, cause]) => ({ ...cause, what, checkName })),
  );

/** Plants the fault, and returns the undo. */
export async function plantFault(fault: Fault, world: World): Promise<() => unknown> {
  const { sql, at, alter, assistant, alertSettings, plant } = fault;
  const ways = [sql, at, assistant, alertSettings, plant].filter(Boolean);
  if (ways.length > 1) throw new Error(`One way to plant that ${fault.what} is enough`);
  if (sql) {
    await world.database.runSql(sql[0]);
    return () => world.database.runSql(sql[1]);
  }
  if (at) {
    world.siteProxy.change = (answer, path) => {
      if (at.endsWith('*') ? path.startsWith(at.slice(0, -1)) : path === at) alter?.(answer, path);
    };
    return () => (world.siteProxy.change = undefined);
  }
  if (assistant) return change(world.assistant, assistant);
  // The code that sends alerts reads those of this process.
  if (alertSettings) return change(getEnv(), alertSettings);
  return plant?.(world) ?? (() => undefined);
}

function change(target: Record<string, unknown>, values: Record<string, unknown>) {
  const usual = { ...target };
  Object.assign(target, values);
  return () => {
    for (const name of Object.keys(values)) delete target[name];
    Object.assign(target, usual);
  };
}

export const setStatus = (status: number) => (answer: ProxiedAnswer) =>
  Object.assign(answer, { status, text: '{"error":"planted"}' });

export const setHeader =
  (name: string, change: string | ((value: string) => string)) =>
  ({ headers }: ProxiedAnswer) =>
    (headers[name] = typeof change === 'string' ? change : change(headers[name] ?? ''));

export const replaceText = (text: string, replacement: string) => (answer: ProxiedAnswer) => {
  if (!answer.text.includes(text)) throw new Error(`The answer has no ${text}`);
  answer.text = answer.text.replace(text, replacement);
};
