import { execFileSync, spawnSync } from 'node:child_process';
import { waitForCondition } from '@/__tests__/support/until';

export const IMAGE = 'callwright-test';
/** As in compose.yaml; with the host's network, a container reaches the local database. */
const RUN = ['run', '--network=host', '--read-only', '--cap-drop=ALL'];
const RUN_OPTIONS = [...RUN, '--security-opt=no-new-privileges:true'];

/** Runs a Docker command; returns what it printed. */
export const docker = (...args: string[]): string =>
  execFileSync('docker', args, { encoding: 'utf8' }).trim();

export const listEnvironment = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Runs a command in a new container of the image, or the image's own. */
export function runToEnd(settings: Record<string, string>, ...command: string[]) {
  const args = [...RUN_OPTIONS, '--rm', ...listEnvironment(settings), IMAGE, ...command];
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/**
 * Starts the image and waits until it answers.
 *
 * @throws with what it printed when it ends before that
 */
export async function startContainer(settings: Record<string, string>, url: string) {
  const id = docker(...RUN_OPTIONS, '--detach', ...listEnvironment(settings), IMAGE);
  const inspect = (format: string) => docker('inspect', `--format=${format}`, id);
  const readLog = () => {
    const { stdout, stderr } = spawnSync('docker', ['logs', id], { encoding: 'utf8' });
    return stdout + stderr;
  };
  await waitForCondition(async () => {
    if (inspect('{{.State.Running}}') !== 'true')
      throw new Error(`The container has ended: ${readLog()}`);
    return (await fetch(url).catch(() => null))?.ok ?? false;
  }, `an answer at ${url}`);
  return {
    url,
    readLog,
    readHealth: () => inspect('{{.State.Health.Status}}'),
    /** Sends the image's stop signal, which must be SIGTERM, and does not wait. */
    sendStopSignal: () => docker('kill', `--signal=${inspect('{{.Config.StopSignal}}')}`, id),
    /** Waits for the end, and removes the container. Returns its exit code. */
    waitForEnd: () => {
      const code = Number(docker('wait', id));
      docker('rm', id);
      return code;
    },
  };
}
