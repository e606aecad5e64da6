import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../until';
import { baseEnvironment, type Image } from './image';

export interface Container {
  url: string;
  /** In milliseconds, until it answered. */
  startTime: number;
  /** What it printed so far. */
  log: () => string;
  /** Runs HEALTHCHECK. */
  isHealthy: () => Promise<boolean>;
  /** Sends STOPSIGNAL. */
  signal: () => void;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
}

/** Debian's `nobody`, in whose place the image's own user stands. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Where the command runs, and as whom: only root may choose. */
const place = ({ root, workdir, user }: Image) => ({
  cwd: join(root, workdir),
  ...(process.getuid?.() === 0 && user !== undefined && user !== 'root' ? NOBODY : {}),
});

const environment = (
  image: Image,
  nodeFolder: string,
  settings: Record<string, string>,
): NodeJS.ProcessEnv => ({
  ...baseEnvironment(nodeFolder),
  ...image.env,
  // A container without a tmpfs has no place to write at all.
  HOME: '/nonexistent',
  TMPDIR: join(image.root, image.workdir),
  ...settings,
});

/**
 * Runs the CMD of an image as a container would: as another user, on files that it cannot change.
 *
 * @param settings beside those of the image
 */
function runCommand(
  image: Image,
  nodeFolder: string,
  settings: Record<string, string>,
): ChildProcess {
  const [program = '', ...words] = image.command;
  const env = environment(image, nodeFolder, settings);
  return spawn(program, words, { ...place(image), env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Starts an image and waits until it answers.
 *
 * @param port the PORT of the settings
 * @throws with what it printed when it ends before that
 */
export async function startContainer(
  image: Image,
  nodeFolder: string,
  settings: Record<string, string>,
  port: number,
): Promise<Container> {
  const began = performance.now();
  const child = runCommand(image, nodeFolder, settings);
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  const url = `http://localhost:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`It has ended: ${printed}`);
    return (await fetch(url).catch(() => null))?.ok ?? false;
  }, `an answer at ${url}`);
  return {
    url,
    startTime: performance.now() - began,
    log: () => printed,
    isHealthy: async () => {
      const [program = '', ...words] = image.healthcheck;
      const env = environment(image, nodeFolder, settings);
      const check = spawn(program, words, { ...place(image), env, stdio: 'ignore' });
      const [code] = await once(check, 'exit');
      return code === 0;
    },
    signal: () => child.kill(image.stopSignal),
    ended,
  };
}

/** Runs the CMD of an image that is to refuse: its exit code, and what it says. */
export async function refusal(
  image: Image,
  nodeFolder: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = runCommand(image, nodeFolder, settings);
  const [said, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  return { code, said };
}
