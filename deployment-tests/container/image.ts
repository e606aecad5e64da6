import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Image {
  /** The folder that stands for the root of its file system. Nobody may write in it. */
  root: string;
  workdir: string;
  /** What ENV sets, and what a container has anyway. */
  env: NodeJS.ProcessEnv;
  user: string;
  stopSignal: NodeJS.Signals;
  healthcheck: string[];
  command: string[];
}

/** The only form of each instruction that is carried out. */
const FORMS: Record<string, RegExp> = {
  FROM: /^FROM (?<base>\S+)( AS (?<name>\w+))?$/,
  WORKDIR: /^WORKDIR (?<folder>\/[\w./-]*)$/,
  COPY: /^COPY (--from=(?<from>\w+) )?(?<sources>[\w./][\w./ -]*) (?<to>[\w./-]+)$/,
  RUN: /^RUN (?![-[]|.*(<<|\\$))(?<command>.+)$/,
  ARG: /^ARG (?<name>\w+)$/,
  ENV: /^ENV (?<pairs>\w+=[\w.:/$-]*( \w+=[\w.:/$-]*)*)$/,
  USER: /^USER (?<name>\w+)$/,
  EXPOSE: /^EXPOSE \d+$/,
  STOPSIGNAL: /^STOPSIGNAL (?<signal>\w+)$/,
  HEALTHCHECK: /^HEALTHCHECK (--\S+ )*CMD (?<command>\[".*"\])$/,
  CMD: /^CMD (?<command>\[".*"\])$/,
};

/**
 * Reads the instructions of a Dockerfile, one on each line.
 *
 * @throws with the line of the first instruction, flag or form that is not understood
 */
export function readDockerfile(text: string) {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  return lines
    .filter(({ line }) => line && !line.startsWith('#'))
    .map(({ line, number }) => {
      const [keyword = ''] = line.split(' ');
      const found = FORMS[keyword]?.exec(line);
      if (!found) throw new Error(`Dockerfile, line ${number}: not understood: ${line}`);
      return { keyword, line, words: found.groups ?? {} };
    });
}

/**
 * The names next to the Dockerfile that the builder is sent.
 *
 * @throws when the file is anything but `*` and exceptions from it
 */
export function readDockerignore(text: string): string[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const [all, ...exceptions] = lines;
  const odd = all === '*' ? exceptions.find((line) => !/^![\w.-]+$/.test(line)) : all;
  if (odd !== undefined) throw new Error(`.dockerignore: not understood: ${odd}`);
  return exceptions.map((line) => line.slice(1));
}

/** Copies as COPY does: of a folder what is in it, a file into a folder. */
function copy(source: string, to: string): void {
  const inside = statSync(source).isDirectory() ? '' : basename(source);
  // Links between packages stay as they are.
  cpSync(source, join(to, inside), { recursive: true, verbatimSymlinks: true });
}

/** What a container has too, and npm's way to a registry; none of the project's settings. */
const OF_THE_MACHINE = /^(PATH|HOME|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/**
 * Runs the Dockerfile's own commands and copies on this machine, each stage in a folder of its own.
 *
 * @param folder an empty one
 * @param args the values of ARG
 * @param nodeFolder holds the Node that stands for the base image's
 * @throws when a command fails or an instruction is not understood
 */
export function buildImage(
  folder: string,
  args: Record<string, string>,
  nodeFolder: string,
): Image {
  const context = join(folder, 'context');
  for (const name of readDockerignore(readFileSync('.dockerignore', 'utf8')))
    cpSync(name, join(context, name), { recursive: true });
  const kept = Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name));
  const base = { ...Object.fromEntries(kept), PATH: `${nodeFolder}:${process.env.PATH}` };
  const stage = (name = 'image'): Image => ({
    root: join(folder, name),
    workdir: '/',
    // Next's types say that NODE_ENV is always set.
    env: { ...base } as unknown as NodeJS.ProcessEnv,
    user: 'root',
    stopSignal: 'SIGTERM',
    healthcheck: [],
    command: [],
  });
  let image = stage();
  let known: Record<string, string> = {};
  process.umask(0o022);
  for (const { keyword, line, words } of readDockerfile(readFileSync('Dockerfile', 'utf8'))) {
    const here = join(image.root, image.workdir);
    const { name, folder: workdir = '/', from = 'context', to = '', command = '' } = words;
    switch (keyword) {
      case 'FROM':
        image = stage(name);
        known = {};
        break;
      case 'WORKDIR':
        image.workdir = workdir;
        mkdirSync(join(image.root, workdir), { recursive: true });
        break;
      case 'COPY':
        for (const source of words.sources?.split(' ') ?? [])
          copy(join(folder, from, source), join(here, to));
        break;
      case 'RUN':
        console.log(`▸ ${line}`);
        execFileSync('/bin/sh', ['-c', command], {
          cwd: here,
          env: { ...known, ...image.env },
          stdio: ['ignore', 'inherit', 'inherit'],
        });
        break;
      case 'ARG':
        if (name && args[name] !== undefined) known[name] = args[name];
        break;
      case 'ENV':
        for (const pair of words.pairs?.split(' ') ?? []) {
          const [key = '', value = ''] = pair.split('=');
          image.env[key] = value.replace(/\$(\w+)/g, (_, arg) => known[arg] ?? '');
        }
        break;
      case 'USER':
        image.user = name ?? '';
        break;
      case 'STOPSIGNAL':
        image.stopSignal = words.signal as NodeJS.Signals;
        break;
      case 'HEALTHCHECK':
        image.healthcheck = JSON.parse(command);
        break;
      case 'CMD':
        image.command = JSON.parse(command);
        break;
    }
  }
  // A read-only file system, as far as permissions can make one: root is not stopped by them.
  execFileSync('chmod', ['-R', 'a-w', image.root]);
  return image;
}
