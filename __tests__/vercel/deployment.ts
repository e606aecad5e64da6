import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getNpmCommand } from '../../scripts/npm.mjs';
import type { Processes } from '../../local/processes';
import { copyEntry, copyRepository } from '../support/copies';

/** Kept out of our own packages: it brings builders for every framework, 290 packages. */
const CLI_PACKAGE = 'vercel@60.1.3';

export type Deployment = {
  /** The copy of the repository that was built, with Next's own output in `.next`. */
  siteFolder: string;
  /** https://vercel.com/docs/build-output-api */
  output: string;
  /** The name of the function that runs before pages. */
  proxy: string;
  /** The names of all functions, e.g. `api/contact`. Many share one bundle of files. */
  functions: string[];
};

export type FunctionConfig = {
  handler: string;
  /** Whether it takes and answers the web's Request and Response instead of Node's. */
  useWebApi?: boolean;
  /** Maps the path of each file in the function to its path in the repository. */
  filePathMap: Record<string, string>;
};

/**
 * Builds a copy of the repository as Vercel does. It is outside the checkout, so that only a
 * deployment's files are found.
 *
 * @param settings the variables that are set on the host, and nothing else
 * @throws when the CLI cannot be installed, or the build fails
 */
export async function buildDeployment(
  processes: Processes,
  settings: Record<string, string>,
  logDir: string,
): Promise<Deployment> {
  const cli = installCli();
  const siteFolder = copyRepository();
  const project = {
    projectId: 'prj_test',
    orgId: 'team_test',
    // The packages are there already.
    settings: { framework: 'nextjs', installCommand: '' },
  };
  mkdirSync(join(siteFolder, '.vercel'));
  writeFileSync(join(siteFolder, '.vercel/project.json'), JSON.stringify(project));
  try {
    await processes.run({
      name: 'vercel build',
      args: [cli, 'build', '--prod', '--yes', '--cwd', siteFolder],
      env: createBareEnvironment({ VERCEL_TELEMETRY_DISABLED: '1', ...settings }),
      logFile: join(logDir, 'vercel-build.log'),
    });
  } catch (error) {
    rmSync(siteFolder, { recursive: true });
    throw error;
  }
  const output = join(siteFolder, '.vercel/output');
  const { routes } = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8')) as {
    routes: { middlewarePath?: string }[];
  };
  const proxy = routes.find(({ middlewarePath }) => middlewarePath)?.middlewarePath?.slice(1) ?? '';
  return { siteFolder, output, proxy, functions: listFunctions(join(output, 'functions')) };
}

/** @returns the folder of a function's bundle; the same one for functions that share it */
export const findBundle = ({ output }: Deployment, name: string): string =>
  realpathSync(join(output, 'functions', `${name}.func`));

export const readFunctionConfig = (bundle: string): FunctionConfig =>
  JSON.parse(readFileSync(join(bundle, '.vc-config.json'), 'utf8')) as FunctionConfig;

/**
 * Copies a function's bundle and the files that its configuration names into an empty folder.
 *
 * @returns the folder
 */
export function copyFunction({ siteFolder }: Deployment, bundle: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-function-'));
  copyEntry(bundle, folder);
  for (const [to, from] of Object.entries(readFunctionConfig(bundle).filePathMap))
    copyEntry(join(siteFolder, from), join(folder, to));
  return folder;
}

/** Returns a host's environment: this process's without the variables of the tests. */
export function createBareEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...settings };
}

/** @returns the path of its program */
function installCli(): string {
  // Its name has the version, so that another one is installed anew.
  const folder = resolve('.data', CLI_PACKAGE);
  const program = join(folder, 'node_modules/vercel/dist/index.js');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const command = getNpmCommand(['install', ...options, CLI_PACKAGE]);
  const { status } = spawnSync(...command, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${CLI_PACKAGE} could not be installed.`);
  return program;
}

function listFunctions(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.func'))
    .map((name) => name.replaceAll('\\', '/').replace(/\.func$/, ''));
}
