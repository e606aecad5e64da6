import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Part {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  logFile: string;
}

const ENDS_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'ends-with-parent.mjs')).href;

/**
 * Runs the parts of the stack. `stop` ends only the parts: what a part has started ends by itself
 * when the part does. So do the parts when this process is killed: each watches whether its parent
 * lives (ends-with-parent.mjs), since no signal says so.
 */
export class Processes {
  private readonly children = new Set<ChildProcess>();
  private stopping: Promise<unknown> | undefined;

  /** `onCrash` gets a sentence when a part that was ready ends by itself. */
  constructor(private readonly onCrash: (sentence: string) => void = () => {}) {}

  get pids(): number[] {
    return [...this.children].flatMap(({ pid }) => pid ?? []);
  }

  /** Returns what the first group of `ready` has matched in the part's output. */
  start({ ready, ...part }: Part & { ready: RegExp }): Promise<string> {
    const child = this.spawn(part);
    return new Promise((resolve, reject) => {
      let output = '';
      let match: RegExpExecArray | null = null;
      const read = (text: string) => {
        match = ready.exec((output += text));
        if (!match) return;
        child.stdout.off('data', read);
        resolve(match[1] ?? '');
      };
      child.stdout.on('data', read);
      child.once('exit', (code, signal) => {
        const reason = signal ?? `exit code ${code}`;
        const sentence = `${part.name} ended unexpectedly (${reason}); see ${part.logFile}.`;
        if (!match) reject(new Error(sentence));
        else if (!this.stopping) this.onCrash(sentence);
      });
    });
  }

  /** Throws if it does not exit with 0. */
  async run(part: Part): Promise<void> {
    const [code] = await once(this.spawn(part), 'exit');
    if (code !== 0) throw new Error(`${part.name} failed; see ${part.logFile}.`);
  }

  /** Ends the last part first: the site needs its database to end its work. */
  async stop(): Promise<void> {
    this.stopping ??= this.endChildren();
    await this.stopping;
  }

  /** Sends SIGTERM, and SIGKILL after five seconds. */
  private async endChildren(): Promise<void> {
    for (const child of [...this.children].reverse()) {
      if (!this.children.has(child)) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(timer);
    }
  }

  private spawn({ args, env = process.env, cwd, logFile }: Part) {
    if (this.stopping) throw new Error('The stack is stopping.');
    const nodeOptions = [env.NODE_OPTIONS, `--import=${ENDS_WITH_PARENT}`].filter(Boolean);
    const child = spawn(process.execPath, args, {
      env: { ...env, NODE_OPTIONS: nodeOptions.join(' ') },
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C must not reach the parts, because this process ends them in order.
      detached: true,
      windowsHide: true,
    });
    mkdirSync(dirname(logFile), { recursive: true });
    const log = createWriteStream(logFile);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').pipe(log, { end: false });
    child.once('close', () => log.end());
    this.children.add(child);
    child.once('exit', () => this.children.delete(child));
    return child;
  }
}
