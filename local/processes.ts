import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { signalAll, signalTree } from './process-tree.mjs';

export interface Part {
  /** What messages call this process. */
  name: string;
  /** Arguments for this same Node. */
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Where it runs; here when absent. */
  cwd?: string;
  /** Receives everything the process prints. */
  logFile: string;
  /** A text that it prints once it listens. */
  sign?: string;
  /** Gets what the process prints, too. */
  say?: ((text: string) => void) | undefined;
}

const ENDS_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'ends-with-parent.mjs')).href;

/** Runs the parts of a local stack and leaves none of them behind, nor what they have started. */
export class Processes {
  private readonly running = new Map<string, ChildProcess>();
  private readonly reaper: ChildProcess;
  private readonly listening = new Set<string>();
  private readonly killed = new WeakSet<ChildProcess>();
  private stopping: Promise<void> | undefined;
  private onCrash: (sentence: string) => void = () => {};

  /** Settles with a sentence when a part ends by itself. */
  readonly crashed = new Promise<string>((resolve) => {
    this.onCrash = resolve;
  });

  constructor() {
    this.reaper = spawn(process.execPath, [join(import.meta.dirname, 'reaper.mjs')], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      windowsHide: true,
    });
    this.reaper.unref();
    this.reaper.channel?.unref();
  }

  /** The process ids of the parts that run. */
  get pids(): number[] {
    return [...this.running.values()].flatMap((child) => child.pid ?? []);
  }

  /** Starts a part that is meant to run until `stop`; when it ends earlier, `crashed` settles. */
  start(part: Part): void {
    const child = this.spawn(part);
    child.once('exit', (code, signal) => {
      if (this.stopping || this.killed.has(child)) return;
      this.onCrash(
        `${part.name} ended by itself (${signal ?? `exit code ${code}`}); see ${part.logFile}.`,
      );
    });
  }

  /** Whether a part has printed its sign: an answer at its port may come from somebody who took it first. */
  listens(name: string): boolean {
    return this.listening.has(name);
  }

  /**
   * Runs a part to its end.
   *
   * @throws with the place of its output when it does not exit with 0
   */
  async run(part: Part): Promise<void> {
    const child = this.spawn(part);
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`${part.name} failed; see ${part.logFile}.`);
  }

  /** Kills one part; it does not count as crashed. For tests. */
  async kill(name: string): Promise<void> {
    const child = this.running.get(name);
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    this.killed.add(child);
    if (child.pid !== undefined) await signalTree(child.pid, 'SIGKILL');
    await gone;
  }

  /** Sends SIGTERM to every part, SIGKILL after five seconds; settles when all are gone. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      const children = [...this.running.values()];
      const gone = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      const trees = await Promise.all(
        children.map(({ pid }) => (pid === undefined ? [] : signalTree(pid, 'SIGTERM'))),
      );
      const insist = setTimeout(() => signalAll(trees.flat(), 'SIGKILL'), 5000);
      await Promise.all(gone);
      clearTimeout(insist);
      signalAll(trees.flat(), 'SIGKILL');
      if (this.reaper.connected) this.reaper.disconnect();
    })();
    return this.stopping;
  }

  private spawn(part: Part): ChildProcess {
    if (this.stopping) throw new Error('The stack is stopping.');
    mkdirSync(dirname(part.logFile), { recursive: true });
    const log = createWriteStream(part.logFile);
    const child = spawn(process.execPath, part.args, {
      env: endingWithParent(part.env ?? process.env),
      cwd: part.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Out of reach of Ctrl-C, so that the command ends them in order.
      detached: true,
      windowsHide: true,
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.stdout.on('data', (text: Buffer) => {
      if (part.sign && text.includes(part.sign)) this.listening.add(part.name);
      part.say?.(text.toString());
    });
    this.running.set(part.name, child);
    const { pid } = child;
    if (pid !== undefined && this.reaper.connected) this.reaper.send({ add: pid });
    child.once('exit', () => {
      this.running.delete(part.name);
      if (pid !== undefined && this.reaper.connected) this.reaper.send({ remove: pid });
    });
    return child;
  }
}

function endingWithParent(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const options = [env.NODE_OPTIONS, `--import=${ENDS_WITH_PARENT}`];
  return { ...env, NODE_OPTIONS: options.filter(Boolean).join(' ') };
}

/**
 * Waits until `url` answers with any HTTP status.
 *
 * @param url asked every 100 ms
 * @param orElse settles with a sentence when waiting is pointless
 * @param isOurs whether an answer can be believed yet
 * @throws that sentence, or after 60 s
 */
export async function waitForAnswer(
  url: string,
  orElse: Promise<string>,
  isOurs = () => true,
): Promise<void> {
  let pointless = false;
  const answers = async () => {
    const end = Date.now() + 60_000;
    while (Date.now() < end && !pointless) {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      await response?.body?.cancel();
      if (response && isOurs()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${url} did not answer within a minute.`);
  };
  await Promise.race([
    answers(),
    orElse.then((sentence) => {
      pointless = true;
      throw new Error(sentence);
    }),
  ]);
}
