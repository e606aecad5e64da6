import type { IncomingMessage } from 'node:http';
import type { ScenarioId } from './scenarios';
import { planOf } from './scenarios';

const maxRemembered = 100;

/**
 * Which scenario a request for the call machine script belongs to. The page's configuration fixes the
 * script's URL, so the request names no assistant: what counts is `?scenario=` in that URL, or else the
 * last call created by the same User-Agent. Tests that share a provider and run at the same time give
 * each browser context a User-Agent of its own.
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
