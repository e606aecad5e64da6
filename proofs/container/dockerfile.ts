import {
  type Copy,
  DockerfileParser,
  From,
  type Instruction,
  type PropertyInstruction,
} from 'dockerfile-ast';

/** What an instruction of the Dockerfile does. `line` counts from 1, `text` is how it is written. */
export type Step = { line: number; text: string } & (
  | { does: 'workdir'; folder: string }
  | { does: 'copy'; from: string | undefined; sources: string[]; to: string }
  | { does: 'run'; command: string }
  | { does: 'arg'; name: string }
  | { does: 'env'; values: Record<string, string> }
  | { does: 'user'; name: string }
  | { does: 'expose'; port: number }
  | { does: 'stopsignal'; signal: string }
  | { does: 'healthcheck'; command: string[] }
  | { does: 'cmd'; command: string[] }
);

export interface Stage {
  /** The image that it starts from, e.g. `node:24-slim`. */
  base: string;
  name: string | undefined;
  steps: Step[];
}

/**
 * Reads a Dockerfile as far as ours goes.
 *
 * @returns its stages in their order
 * @throws with the line of the first instruction, flag or form of words that is not understood
 */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof From) {
      const base = instruction.getImage();
      if (!base || instruction.getPlatformFlag()) throw notUnderstood(instruction);
      stages.push({ base, name: instruction.getBuildStage() ?? undefined, steps: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw notUnderstood(instruction);
      stage.steps.push(readStep(instruction));
    }
  }
  return stages;
}

function readStep(instruction: Instruction): Step {
  const place = { line: lineOf(instruction), text: instruction.toString() };
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const [only = ''] = words;
  const isAlone = words.length === 1 && !/[$"'[]/.test(only);
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      if (isAlone && only.startsWith('/')) return { ...place, does: 'workdir', folder: only };
      break;
    case 'COPY': {
      const to = words.at(-1) ?? '';
      const sources = words.slice(0, -1);
      const flags = (instruction as Copy).getFlags();
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined;
      const isPlain = words.every((word) => /^[\w./-]+$/.test(word));
      if (isPlain && sources.length > 0 && flags.length === (from ? 1 : 0))
        return { ...place, does: 'copy', from, sources, to };
      break;
    }
    case 'RUN': {
      const command = instruction.getArgumentsContent() ?? '';
      if (!/^RUN\s+(\[|--)|<</.test(place.text)) return { ...place, does: 'run', command };
      break;
    }
    case 'ARG':
      if (isAlone && !only.includes('=')) return { ...place, does: 'arg', name: only };
      break;
    case 'ENV': {
      const properties = (instruction as PropertyInstruction).getProperties();
      const values = properties.map((each) => [each.getName(), each.getValue() ?? ''] as const);
      if (properties.every((each) => each.getAssignmentOperator() === '='))
        return { ...place, does: 'env', values: Object.fromEntries(values) };
      break;
    }
    case 'USER':
      if (isAlone) return { ...place, does: 'user', name: only };
      break;
    case 'EXPOSE':
      if (isAlone && /^\d+$/.test(only)) return { ...place, does: 'expose', port: Number(only) };
      break;
    case 'STOPSIGNAL':
      if (isAlone) return { ...place, does: 'stopsignal', signal: only };
      break;
    case 'HEALTHCHECK': {
      const [, form] = /\bCMD\s+(\[.*\])$/s.exec(place.text) ?? [];
      const command = execForm(form);
      if (command) return { ...place, does: 'healthcheck', command };
      break;
    }
    case 'CMD': {
      const command = execForm(instruction.getArgumentsContent() ?? undefined);
      if (command) return { ...place, does: 'cmd', command };
      break;
    }
  }
  throw notUnderstood(instruction);
}

/** A command as a JSON array of words, which runs without a shell; undefined for any other form. */
function execForm(form: string | undefined): string[] | undefined {
  try {
    const words: unknown = JSON.parse(form ?? '');
    const isForm = Array.isArray(words) && words.every((word) => typeof word === 'string');
    return isForm && words.length > 0 ? words : undefined;
  } catch {
    return undefined;
  }
}

const lineOf = (instruction: Instruction) => instruction.getRange().start.line + 1;

const notUnderstood = (instruction: Instruction) =>
  new Error(`Dockerfile, line ${lineOf(instruction)}: not understood: ${instruction.toString()}`);
