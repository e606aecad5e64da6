import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitForCondition } from '../../__tests__/support/until';
import type { Image } from './image';

/** Debian's `nobody` replaces the image's user. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Runs a command as a container would: as the image's user, on files that it cannot change. */
function run(
  { root, workdir, env, user }: Image,
  [program = '', ...args]: string[],
  settings: Record<string, string>,
): ChildProcess {
  const cwd = join(root, workdir);
  return spawn(program, args, {
    cwd,
    // A container without a tmpfs has no place to write at all.
    env: { ...env, HOME: '/nonexistent', TMPDIR: cwd, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only root may choose the user.
    ...(process.getuid?.() === 0 && user !== 'root' ? NOBODY : {}),
  });
}

/**
 * Starts an image and waits until it answers.
 *
 * @throws with what it printed when it ends before that
 */
export async function startContainer(image: Image, settings: Record<string, string>, url: string) {
  const child = run(image, image.command, settings);
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  await waitForCondition(async () => {
    if (child.exitCode !== null) throw new Error(`The container has ended: ${output}`);
    return (await fetch(url).catch(() => null))?.ok ?? false;
  }, `an answer at ${url}`);
  return {
    url,
    readLog: () => output,
    isHealthy: async () => {
      const [code] = await once(run(image, image.healthcheck, settings), 'exit');
      return code === 0;
    },
    sendStopSignal: () => child.kill(image.stopSignal),
    ended,
  };
}

/** Runs an image that must refuse to start; returns its exit code and stderr. */
export async function runUntilRefusal(image: Image, settings: Record<string, string>) {
  const child = run(image, image.command, settings);
  const [stderrText, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  return { code: code as number | null, stderrText };
}
