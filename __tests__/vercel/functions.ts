import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findRandomFreePort } from '../../scripts/test/test-site';
import { Processes } from '../../local/processes';
import { createBareEnvironment, findBundle, type Deployment, copyFunction } from './deployment';

export type FunctionRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};
export type Answer = { status: number; headers: Headers; body: Buffer };

/** The functions of a deployment, each bundle in its own process and folder. */
export type Functions = {
  askFunction: (name: string, request: FunctionRequest) => Promise<Answer>;
  /** What the bundle of this function has printed, as lines of JSON. */
  readLog: (name: string) => { level?: string; msg?: string; reason?: string }[];
  /** Names the bundle whose process has ended; undefined while all run. */
  findEndedBundle: () => string | undefined;
  stop: () => Promise<void>;
};

/** https://vercel.com/docs/environment-variables/system-environment-variables */
const SYSTEM_VARIABLES = {
  VERCEL: '1',
  VERCEL_ENV: 'production',
  VERCEL_URL: 'callwright-abc.vercel.app',
};

/**
 * Starts every bundle of a deployment.
 *
 * @param settings the variables that are set on the host
 * @param changeFolder changes the folder of a bundle before it is started
 */
export async function startFunctions(
  deployment: Deployment,
  settings: Record<string, string>,
  logDir: string,
  changeFolder: (folder: string) => void = () => undefined,
): Promise<Functions> {
  let crashSentence: string | undefined;
  const processes = new Processes((sentence) => (crashSentence ??= sentence));
  const bundles = new Set(deployment.functions.map((name) => findBundle(deployment, name)));
  const startedBundles = new Map<string, { port: number; logFile: string; folder: string }>();
  const startBundle = async (bundle: string) => {
    const folder = copyFunction(deployment, bundle);
    changeFolder(folder);
    const port = await findRandomFreePort();
    const logFile = join(logDir, `function-${startedBundles.size}.log`);
    startedBundles.set(bundle, { port, logFile, folder });
    await processes.start({
      name: bundle,
      args: [resolve('__tests__/vercel/launcher.mjs'), folder, String(port)],
      env: createBareEnvironment({ ...SYSTEM_VARIABLES, ...settings }),
      logFile,
      ready: /function listens/,
    });
  };
  await Promise.all([...bundles].map(startBundle));
  const getStartedBundle = (name: string) => {
    const found = startedBundles.get(findBundle(deployment, name));
    if (!found) throw new Error(`There is no function ${name}.`);
    return found;
  };
  return {
    askFunction: (name, request) =>
      sendRequest(`http://127.0.0.1:${getStartedBundle(name).port}`, request),
    readLog: (name) =>
      readFileSync(getStartedBundle(name).logFile, 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as object] : [])),
    findEndedBundle: () => crashSentence,
    stop: async () => {
      await processes.stop();
      for (const { folder } of startedBundles.values()) rmSync(folder, { recursive: true });
    },
  };
}

export async function sendRequest(
  origin: string,
  { method, path, headers, body }: FunctionRequest,
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}
