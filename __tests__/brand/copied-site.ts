import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AlertReceiver } from '../../local/alert-receiver';
import { Processes } from '../../local/processes';
import { findRandomFreePort } from '../../scripts/test/test-site';
import { copyRepository } from '../support/copies';
import type { TestDatabase } from '../support/databases/databases';
import { createBareEnvironment } from '../vercel/deployment';
import { type FunctionRequest, sendRequest } from '../vercel/functions';
import { changeFile, OTHER_HOST, OTHER_SITE } from './another-brand';

export const SITE = `https://${OTHER_HOST}`;

/** A copy of the repository, which becomes another owner's site. */
export class CopiedSite {
  readonly folder = copyRepository();
  origin = '';
  private readonly processes = new Processes();
  private undoSteps: (() => void)[] = [];

  getPath(file: string): string {
    return join(this.folder, file);
  }

  /** Changes a file until `undoChanges`. */
  change(file: string, edit: (text: string) => string): void {
    const path = this.getPath(file);
    const text = readFileSync(path, 'utf8');
    this.undoSteps.unshift(() => writeFileSync(path, text));
    changeFile(this.folder, file, edit);
  }

  undoChanges(): void {
    for (const undo of this.undoSteps) undo();
    this.undoSteps = [];
  }

  /** Runs a program with these settings only. */
  run(args: string[], settings: Record<string, string>) {
    const env = createBareEnvironment(settings);
    return spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8', env });
  }

  runBrand() {
    const settings = { SITE_URL: SITE, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '' };
    return this.run(['node_modules/tsx/dist/cli.mjs', 'scripts/brand/run.ts'], settings);
  }

  /** Builds the site, and serves it at `origin`. */
  async serve(database: TestDatabase, alerts: AlertReceiver, logFile: string): Promise<void> {
    const build = this.run(['scripts/run.mjs', 'scripts/build/build.ts'], { SITE_URL: SITE });
    if (build.status !== 0) throw new Error(`The build failed: ${build.stderr}`);
    const port = await findRandomFreePort();
    this.origin = `http://127.0.0.1:${port}`;
    await this.processes.start({
      name: 'the site',
      args: [this.getPath('scripts/start.mjs')],
      env: createBareEnvironment({
        SITE_URL: SITE,
        PORT: String(port),
        LISTEN_HOST: '127.0.0.1',
        SUPABASE_URL: database.url,
        SUPABASE_SECRET_KEY: database.secretKey,
        VAPI_PUBLIC_KEY: 'a-public-key',
        VAPI_ASSISTANT_ID: 'demo',
        ALERT_WEBHOOK_URL: `${alerts.url}/webhook`,
        ALERT_WEBHOOK_KIND: 'json',
        ALERT_SMTP_URL: alerts.smtpUrl,
        ALERT_MAIL_TO: OTHER_SITE.contactMail,
      }),
      logFile,
      ready: /"listening"/,
    });
  }

  request(path: string, { headers, ...others }: Partial<FunctionRequest> = {}) {
    const request = { method: 'GET', path, headers: { host: OTHER_HOST, ...headers }, ...others };
    return sendRequest(this.origin, request);
  }

  async remove(): Promise<void> {
    await this.processes.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
