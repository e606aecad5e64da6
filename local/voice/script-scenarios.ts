import type { IncomingMessage } from 'node:http';
import { type ScenarioId, parseAssistantId } from './scenarios';

const MAX_AGENTS = 100;

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
    if (named !== null) return parseAssistantId(named)?.scenario;
    return this.latestByAgent.get(req.headers['user-agent'] ?? '');
  }
}
