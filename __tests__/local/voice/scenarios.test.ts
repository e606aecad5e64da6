/** @jest-environment node */
import fc from 'fast-check';
import type { Plan, ScenarioId } from '@/local/voice/scenarios';
import { parsePlan, SCENARIOS } from '@/local/voice/scenarios';

const plans: fc.Arbitrary<Plan> = fc.record({
  scenario: fc.constantFrom(...(Object.keys(SCENARIOS) as ScenarioId[])),
  language: fc.constantFrom('en' as const, 'cs' as const),
  pace: fc.constantFrom('realistic' as const, 'instant' as const),
});

test('parses the assistant id of every plan, which the site accepts', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { scenario, language, pace } = plan;
      const id = `${scenario}-${language}${pace === 'instant' ? '-instant' : ''}`;
      expect(parsePlan(id)).toEqual(plan);
      expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }),
  );
});

test('is English and realistic by default', () => {
  expect(parsePlan('demo')).toEqual({ scenario: 'demo', language: 'en', pace: 'realistic' });
});

test.each(['', 'en', 'demo-de', 'demo-instant-cs', 'toString', 'demo '])(
  '%j is not a scenario',
  (id) => {
    expect(parsePlan(id).scenario).toBe('unknown-assistant');
  },
);
