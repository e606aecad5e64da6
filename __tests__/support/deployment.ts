import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';
import { type Instance, startInstance } from '../../scripts/test/test-stack';
import { startPostgres, type TestDatabase } from './databases/databases';

/** Real PostgreSQL, and instances of the site that all tests share. */
export interface Deployment {
  database: Required<TestDatabase>;
  /** Starts an instance on this database. `stop` ends it, unless the test does before. */
  startSite: (settings?: Record<string, string>) => Promise<Instance>;
  /** What all instances have logged. */
  readLogs: () => string;
  stop: () => Promise<void>;
}

/**
 * @param commonSettings of all instances
 * @throws when this machine has no PostgreSQL
 */
export async function startDeployment(
  commonSettings: Record<string, string> = {},
): Promise<Deployment> {
  const problem = findPostgresProblem();
  if (problem) throw new Error(`Real PostgreSQL is needed: ${problem}`);
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', 'deployment-'));
  const database = (await startPostgres()) as Required<TestDatabase>;
  const instances: Instance[] = [];
  return {
    database,
    startSite: async (settings = {}) => {
      const instance = await startInstance(dataDir, {
        SUPABASE_URL: database.url,
        SUPABASE_SECRET_KEY: database.secretKey,
        // Not those of a developer's own .env.
        ALERT_WEBHOOK_URL: '',
        ALERT_WEBHOOK_KIND: '',
        ALERT_WEBHOOK_SECRET: '',
        ALERT_SMTP_URL: '',
        ALERT_MAIL_TO: '',
        ...commonSettings,
        ...settings,
      });
      instances.push(instance);
      return instance;
    },
    readLogs: () => instances.map(({ readLog }) => readLog()).join('\n'),
    stop: async () => {
      await Promise.all(instances.map(({ stop }) => stop()));
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
