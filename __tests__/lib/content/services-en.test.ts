import { readFileSync } from 'node:fs';
import {
  getServiceName,
  serviceCardsEn,
  servicesEn,
  unknownService,
} from '@/lib/content/services-en';
import { SERVICE_TYPES } from '@/lib/services';

test.each(SERVICE_TYPES)('%s has a name, and a value that the database takes', (type) => {
  expect(getServiceName(type)).toBe(servicesEn[type].name);
  expect(type).toMatch(/^[a-z-]{1,40}$/);
});

test.each(['telepathy', 'constructor'])('has a name for the unknown service %s', (value) => {
  expect(getServiceName(value)).toBe(unknownService);
});

test('every drawing of a card is in ornaments.svg', () => {
  const ornaments = readFileSync('components/ui/ornaments.svg', 'utf8');
  const drawings = Object.values(serviceCardsEn).flatMap((card) => card?.drawing ?? []);
  expect(drawings.length).toBeGreaterThan(0);
  for (const drawing of drawings) expect(ornaments).toMatch(new RegExp(` id="${drawing}(-1)?"`));
});
