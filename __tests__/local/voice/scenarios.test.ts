/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Plan } from '@/local/voice/scenarios';
import { parseAssistantId, SCENARIOS } from '@/local/voice/scenarios';

const scenarios = Object.entries(SCENARIOS).flatMap(([stage, list]) =>
  Object.entries(list).map(([id, what]) => ({ id: id as Plan['scenario'], stage, what })),
);

const plans: fc.Arbitrary<Plan> = fc.record(
  {
    scenario: fc.constantFrom(...scenarios.map(({ id }) => id)),
    language: fc.constantFrom('en' as const, 'cs' as const),
    pace: fc.constantFrom('realistic' as const, 'instant' as const),
  },
  { requiredKeys: ['scenario', 'language'] },
);

test('parses the assistant id of every plan, which the site accepts', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const id = [plan.scenario, plan.language, plan.pace].filter(Boolean).join('-');
      expect(parseAssistantId(id)).toEqual(plan);
      expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }),
  );
});

test.each(['', 'en', 'demo-de', 'demo-instant-cs', 'toString', 'demo '])(
  '%j is not a scenario',
  (id) => {
    expect(parseAssistantId(id)).toBeUndefined();
  },
);

test('the README lists every scenario with its meaning', () => {
  const readme = readFileSync(join(process.cwd(), 'local/voice/README.md'), 'utf8');
  for (const { id, stage, what } of scenarios) {
    expect(readme).toMatch(
      new RegExp(
        `^\\| \`${id}\` +\\| ${stage} +\\| ${what.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} +\\|$`,
        'm',
      ),
    );
  }
});
