import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type ScenarioId, parsePlan } from './scenarios';

const MAX_AGENTS = 100;

/** Bundles the call machine into a classic script without eval, blobs and globals. */
export async function bundleCallMachine(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./machine/main.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

/**
 * Finds the scenario by `?scenario=`, or by the User-Agent of the last call: parallel tests on one
 * provider need different ones.
 */
export class ScriptScenarios {
  private readonly latestByAgent = new Map<string, ScenarioId>();

  remember(req: IncomingMessage, scenario: ScenarioId): void {
    const agent = req.headers['user-agent'] ?? '';
    this.latestByAgent.delete(agent);
    this.latestByAgent.set(agent, scenario);
    const [oldest] = this.latestByAgent.keys();
    if (this.latestByAgent.size > MAX_AGENTS && oldest !== undefined)
      this.latestByAgent.delete(oldest);
  }

  findScenario(req: IncomingMessage): ScenarioId | undefined {
    const named = new URL(req.url ?? '/', 'http://provider').searchParams.get('scenario');
    if (named !== null) return parsePlan(named)?.scenario;
    return this.latestByAgent.get(req.headers['user-agent'] ?? '');
  }
}
