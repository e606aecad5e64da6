import type { IncomingMessage } from 'node:http';
import type { ScenarioId } from './scenarios';
import { planOf } from './scenarios';

const maxRemembered = 100;

/**
 * Finds the scenario of a request for the call machine script, which names no assistant: `?scenario=` in its URL, or else
 * that of the last call created with the same User-Agent. Tests that share a provider at the same time need a User-Agent
 * each.
 */
export class ScriptScenarios {
  private readonly latest = new Map<string, ScenarioId>();

  remember(req: IncomingMessage, scenario: ScenarioId): void {
    const agent = req.headers['user-agent'] ?? '';
    this.latest.delete(agent);
    this.latest.set(agent, scenario);
    const [oldest] = this.latest.keys();
    if (this.latest.size > maxRemembered && oldest !== undefined) this.latest.delete(oldest);
  }

  scenarioOf(req: IncomingMessage): ScenarioId | undefined {
    const named = new URL(req.url ?? '/', 'http://provider').searchParams.get('scenario');
    if (named !== null) return planOf(named)?.scenario;
    return this.latest.get(req.headers['user-agent'] ?? '');
  }
}
