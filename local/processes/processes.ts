import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pidtree from 'pidtree';

export interface ManagedProcess {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  logFile: string;
  /** The process prints this text once it listens. */
  readyText?: string;
  /** Also receives all output. */
  onOutput?: ((text: string) => void) | undefined;
}

const ENDS_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'ends-with-parent.mjs')).href;

/**
 * Runs the parts of a local stack, and ends them all with their child processes. If this process is
 * killed and cannot, each of them ends itself (ends-with-parent.mjs).
 */
export class Processes {
  private readonly runningChildren = new Map<string, ChildProcess>();
  private readonly listeningNames = new Set<string>();
  private readonly killedChildren = new WeakSet<ChildProcess>();
  private stopping: Promise<void> | undefined;
  private onCrash: (sentence: string) => void = () => {};

  /** Resolves with a sentence when a part ends unexpectedly. */
  readonly crashed = new Promise<string>((resolve) => {
    this.onCrash = resolve;
  });

  get pids(): number[] {
    return [...this.runningChildren.values()].flatMap((child) => child.pid ?? []);
  }

  /** Starts a part that should run until `stop`. If it ends earlier, `crashed` resolves. */
  start(part: ManagedProcess): void {
    const child = this.spawn(part);
    child.once('exit', (code, signal) => {
      if (this.stopping || this.killedChildren.has(child)) return;
      const reason = signal ?? `exit code ${code}`;
      this.onCrash(`${part.name} ended unexpectedly (${reason}); see ${part.logFile}.`);
    });
  }

  /** Whether a part has printed its `readyText`. Before, another program may answer at its port. */
  isListening(name: string): boolean {
    return this.listeningNames.has(name);
  }

  /** Runs a part to its end. Throws if it does not exit with 0. */
  async run(part: ManagedProcess): Promise<void> {
    const child = this.spawn(part);
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`${part.name} failed; see ${part.logFile}.`);
  }

  /** Kills one part, which then does not count as crashed. */
  async kill(name: string): Promise<void> {
    const child = this.runningChildren.get(name);
    if (!child) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    this.killedChildren.add(child);
    if (child.pid !== undefined) await signalTree(child.pid, 'SIGKILL');
    await exited;
  }

  /** Sends SIGTERM to every part, and SIGKILL after five seconds. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      const children = [...this.runningChildren.values()];
      const exited = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      const trees = await Promise.all(
        children.map(({ pid }) => (pid === undefined ? [] : signalTree(pid, 'SIGTERM'))),
      );
      const killTimer = setTimeout(() => signalAll(trees.flat(), 'SIGKILL'), 5000);
      await Promise.all(exited);
      clearTimeout(killTimer);
      signalAll(trees.flat(), 'SIGKILL');
    })();
    return this.stopping;
  }

  private spawn(part: ManagedProcess): ChildProcess {
    if (this.stopping) throw new Error('The stack is stopping.');
    mkdirSync(dirname(part.logFile), { recursive: true });
    const log = createWriteStream(part.logFile);
    const child = spawn(process.execPath, part.args, {
      env: addParentWatch(part.env ?? process.env),
      cwd: part.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C must not reach the parts, because this process ends them in order.
      detached: true,
      windowsHide: true,
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.stdout.on('data', (text: Buffer) => {
      if (part.readyText && text.includes(part.readyText)) this.listeningNames.add(part.name);
      part.onOutput?.(text.toString());
    });
    this.runningChildren.set(part.name, child);
    child.once('exit', () => this.runningChildren.delete(part.name));
    return child;
  }
}

function addParentWatch(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const options = [env.NODE_OPTIONS, `--import=${ENDS_WITH_PARENT}`];
  return { ...env, NODE_OPTIONS: options.filter(Boolean).join(' ') };
}

/**
 * Signals a process and all its descendants, and returns their ids. Windows has no signals and ends
 * them all at once.
 */
async function signalTree(pid: number, signal: NodeJS.Signals): Promise<number[]> {
  // A slim container has no `ps`, and the process may have ended.
  const pids = await pidtree(pid, { root: true }).catch(() => [pid]);
  signalAll(pids, signal);
  return pids;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

/** Polls `url` until it answers and `isReady`, or until `failed` resolves, at most 60 s. */
export async function waitForAnswer(
  url: string,
  failed: Promise<string>,
  isReady = () => true,
): Promise<void> {
  const failure = new AbortController();
  void failed.then((sentence) => failure.abort(new Error(sentence)));
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const signal = AbortSignal.any([failure.signal, AbortSignal.timeout(5000)]);
    const response = await fetch(url, { signal }).catch(() => undefined);
    failure.signal.throwIfAborted();
    await response?.body?.cancel();
    if (response && isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within a minute.`);
}
