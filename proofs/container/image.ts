import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readDockerfile, type Stage, type Step } from './dockerfile';

export interface Image {
  /** The folder that stands for the root of its file system. Nobody may write in it. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  /** Undefined where the Dockerfile names none: root. */
  user: string | undefined;
  stopSignal: NodeJS.Signals;
  healthcheck: string[];
  command: string[];
  /** What each COPY brings. */
  layers: { text: string; bytes: number }[];
}

interface Build {
  /** A folder with Dockerfile and .dockerignore. */
  context: string;
  /** An empty folder; each stage gets one in it. */
  folder: string;
  /** The values of ARG. */
  args: Record<string, string>;
  /** The folder of the Node that stands for the base image's. */
  nodeFolder: string;
}

/** What a container has as well, and what npm needs to reach a registry; none of the project's settings. */
const OF_THE_MACHINE = /^(PATH|HOME|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/** The environment of a command in a container, before the image's own. */
export function baseEnvironment(nodeFolder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name));
  const env: Record<string, string | undefined> = Object.fromEntries(kept);
  env.PATH = `${nodeFolder}:${env.PATH}`;
  // Next's types say that NODE_ENV is always set.
  return env as NodeJS.ProcessEnv;
}

/**
 * Does what a Dockerfile says, step by step, on this machine and without a container: the same commands and copies, each
 * stage in a folder of its own. What a base image holds beside Node is this machine's.
 *
 * @throws with the line of a step that fails or is not understood
 */
export function buildImage(build: Build): Image {
  const stages = readDockerfile(readFileSync(join(build.context, 'Dockerfile'), 'utf8'));
  const sent = readDockerignore(readFileSync(join(build.context, '.dockerignore'), 'utf8'));
  const images = new Map<string | undefined, Image>();
  // As in a container.
  const mask = process.umask(0o022);
  try {
    for (const stage of stages) images.set(stage.name, buildStage(stage, build, sent, images));
  } finally {
    process.umask(mask);
  }
  const last = images.get(stages.at(-1)?.name) as Image;
  forbidWriting(last.root);
  return last;
}

function buildStage(
  stage: Stage,
  { context, folder, args, nodeFolder }: Build,
  sent: string[],
  built: Map<string | undefined, Image>,
): Image {
  const image: Image = {
    root: join(folder, `stage-${built.size + 1}`),
    workdir: '/',
    env: {},
    user: undefined,
    stopSignal: 'SIGTERM',
    healthcheck: [],
    command: [],
    layers: [],
  };
  const known: Record<string, string> = {};
  for (const step of stage.steps) {
    const here = join(image.root, image.workdir);
    switch (step.does) {
      case 'workdir':
        image.workdir = step.folder;
        mkdirSync(join(image.root, step.folder), { recursive: true });
        break;
      case 'copy': {
        const root = step.from === undefined ? context : built.get(step.from)?.root;
        if (!root) throw new Error(`${place(step)}: no such stage`);
        const isThere = step.from === undefined ? isSent(context, sent) : () => true;
        const copied = step.sources.map((source) => copy(join(root, source), here, step, isThere));
        image.layers.push({ text: step.text, bytes: copied.reduce((sum, each) => sum + each, 0) });
        break;
      }
      case 'run':
        run(step, here, { ...baseEnvironment(nodeFolder), ...image.env, ...known });
        break;
      case 'arg':
        if (args[step.name] !== undefined) known[step.name] = args[step.name] as string;
        break;
      case 'env':
        for (const [name, value] of Object.entries(step.values))
          image.env[name] = value.replace(/\$(\w+)/g, (_, variable) => known[variable] ?? '');
        break;
      case 'user':
        image.user = step.name;
        break;
      case 'stopsignal':
        image.stopSignal = step.signal as NodeJS.Signals;
        break;
      case 'healthcheck':
        image.healthcheck = step.command;
        break;
      case 'cmd':
        image.command = step.command;
        break;
      case 'expose':
        // Says something to readers only.
        break;
    }
  }
  return image;
}

const place = ({ line, text }: Step) => `Dockerfile, line ${line} (${text})`;

/**
 * The names beside the Dockerfile that the builder is sent.
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

const isSent = (context: string, names: string[]) => (path: string) => {
  const [name = ''] = relative(context, path).split('/');
  return name === '' || names.includes(name);
};

/**
 * Copies as COPY does: of a folder what is in it, a file into a folder.
 *
 * @returns the bytes of the files
 */
function copy(
  source: string,
  workdir: string,
  step: Step & { does: 'copy' },
  isThere: (path: string) => boolean,
): number {
  if (!isThere(source)) throw new Error(`${place(step)}: .dockerignore keeps it from the builder`);
  const isFolder = statSync(source).isDirectory();
  if (!isFolder && !step.to.endsWith('/')) throw new Error(`${place(step)}: not understood`);
  const to = join(workdir, step.to, isFolder ? '' : basename(source));
  let bytes = 0;
  cpSync(source, to, {
    recursive: true,
    // Links between packages stay as they are.
    verbatimSymlinks: true,
    filter: (path) => {
      const taken = isThere(path);
      const entry = lstatSync(path);
      if (taken && entry.isFile()) bytes += entry.size;
      return taken;
    },
  });
  return bytes;
}

function run(step: Step & { does: 'run' }, cwd: string, env: NodeJS.ProcessEnv): void {
  console.log(`▸ ${step.text}`);
  const { status } = spawnSync('/bin/sh', ['-c', step.command], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${place(step)}: failed with ${status}`);
}

/** A read-only file system, as far as permissions can make one: root is not stopped by them. */
function forbidWriting(folder: string): void {
  for (const path of [folder, ...below(folder)]) {
    const entry = lstatSync(path);
    if (!entry.isSymbolicLink()) chmodSync(path, entry.mode & ~0o222);
  }
}

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
