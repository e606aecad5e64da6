import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Image {
  /** The folder that is the root of its file system. No one may write in it. */
  root: string;
  workdir: string;
  env: NodeJS.ProcessEnv;
  user: string;
  stopSignal: NodeJS.Signals;
  healthcheck: string[];
  command: string[];
}

/** The supported form of each instruction. */
const INSTRUCTION_PATTERNS: Record<string, RegExp> = {
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
      const match = INSTRUCTION_PATTERNS[keyword]?.exec(line);
      if (!match) throw new Error(`Dockerfile, line ${number}: unsupported instruction: ${line}`);
      return { keyword, line, words: match.groups ?? {} };
    });
}

/**
 * Reads which files and folders next to the Dockerfile belong to the build context.
 *
 * @throws when the file is anything but `*` and exceptions from it
 */
export function readDockerignore(text: string): string[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const [all, ...exceptions] = lines;
  const invalidLine = all === '*' ? exceptions.find((line) => !/^![\w.-]+$/.test(line)) : all;
  if (invalidLine !== undefined) throw new Error(`.dockerignore: not understood: ${invalidLine}`);
  return exceptions.map((line) => line.slice(1));
}

/** A container has these too, and npm needs them to reach a registry. */
const INHERITED_VARIABLES = /^(PATH|HOME|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/**
 * Runs the Dockerfile's commands and copies on this machine, each stage in its own folder.
 *
 * @param folder an empty one
 * @param args the values of ARG
 * @param nodeFolder holds the Node that replaces the base image's
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
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED_VARIABLES.test(name));
  const baseEnv = { ...Object.fromEntries(inherited), PATH: `${nodeFolder}:${process.env.PATH}` };
  let root = '';
  let workdir = '/';
  let env: Record<string, string | undefined> = {};
  let argValues: Record<string, string> = {};
  process.umask(0o022);

  const instructions = readDockerfile(readFileSync('Dockerfile', 'utf8'));
  for (const { keyword, line, words } of instructions) {
    const { name = 'image', from = 'context', to = '' } = words;
    const workFolder = join(root, workdir);
    if (keyword === 'FROM') {
      root = join(folder, name);
      workdir = '/';
      env = { ...baseEnv };
      argValues = {};
    } else if (keyword === 'WORKDIR') {
      workdir = words.folder ?? '/';
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (keyword === 'COPY') {
      for (const source of (words.sources ?? '')
        .split(' ')
        .map((sourcePath) => join(folder, from, sourcePath))) {
        // COPY puts a file into a folder, but copies what is in a folder.
        const target = statSync(source).isDirectory() ? '' : basename(source);
        cpSync(source, join(workFolder, to, target), { recursive: true, verbatimSymlinks: true });
      }
    } else if (keyword === 'RUN') {
      console.log(`▸ ${line}`);
      execFileSync('/bin/sh', ['-c', words.command ?? ''], {
        cwd: workFolder,
        env: { ...argValues, ...env } as unknown as NodeJS.ProcessEnv,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
    } else if (keyword === 'ARG') {
      if (args[name] !== undefined) argValues[name] = args[name];
    } else if (keyword === 'ENV') {
      for (const pair of words.pairs?.split(' ') ?? []) {
        const [key = '', value = ''] = pair.split('=');
        env[key] = value.replace(/\$(\w+)/g, (_, arg) => argValues[arg] ?? '');
      }
    }
  }
  // A read-only file system, as far as permissions go: they do not stop root.
  execFileSync('chmod', ['-R', 'a-w', root]);
  const findLastWords = (wanted: string) =>
    instructions.findLast(({ keyword }) => keyword === wanted)?.words ?? {};
  return {
    root,
    workdir,
    env: env as NodeJS.ProcessEnv,
    user: findLastWords('USER').name ?? 'root',
    stopSignal: findLastWords('STOPSIGNAL').signal as NodeJS.Signals,
    healthcheck: JSON.parse(findLastWords('HEALTHCHECK').command ?? '[]'),
    command: JSON.parse(findLastWords('CMD').command ?? '[]'),
  };
}
