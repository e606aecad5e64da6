import { readFileSync } from 'node:fs';
import {
  getServiceName,
  serviceCardsEn,
  servicesEn,
  unknownService,
} from '@/lib/content/services-en';

test.each([
  ['crm-integrations', servicesEn['crm-integrations'].name],
  ['telepathy', unknownService],
  ['constructor', unknownService],
])('%s is called %s', (value, name) => {
  expect(getServiceName(value)).toBe(name);
});

test('every drawing of a card is in ornaments.svg', () => {
  const ornaments = readFileSync('components/ui/ornaments.svg', 'utf8');
  const drawings = Object.values(serviceCardsEn).flatMap((card) => card?.drawing ?? []);
  expect(drawings.length).toBeGreaterThan(0);
  for (const drawing of drawings) expect(ornaments).toMatch(new RegExp(` id="${drawing}(-1)?"`));
});
