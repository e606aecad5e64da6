/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { getServiceName, serviceCardsEn, servicesEn } from '@/lib/content/services-en';
import { SERVICE_TYPES } from '@/lib/services';

test.each([
  ['ai-customer-support', servicesEn['ai-customer-support'].name],
  ['crm-integrations', servicesEn['crm-integrations'].name],
  ['appointment-scheduling', servicesEn['appointment-scheduling'].name],
  ['other', servicesEn.other.name],
])('names the service %s as %s', (value, label) => {
  expect(getServiceName(value)).toBe(label);
});

test.each(['telepathy', 'constructor'])('has a name for the unknown service %s', (value) => {
  const names = SERVICE_TYPES.map((type) => servicesEn[type].name);
  expect(getServiceName(value)).toMatch(/./);
  expect(names).not.toContain(getServiceName(value));
});

test.each(SERVICE_TYPES)(
  'the service %s has a name, and a value that the database takes',
  (type) => {
    expect(getServiceName(type)).toBe(servicesEn[type].name);
    expect(servicesEn[type].name).not.toBe('');
    // As in supabase/schemas/tables/strategy_sessions.sql.
    expect(type).toMatch(/^[a-z-]{1,40}$/);
  },
);

test('every drawing of a card is in ornaments.svg', () => {
  const ornaments = readFileSync('components/ui/ornaments.svg', 'utf8');
  const ids = new Set(Array.from(ornaments.matchAll(/ id="([a-z-]+?)(-1)?"/g), ([, id]) => id));
  const drawings = Object.values(serviceCardsEn).flatMap((card) => card?.drawing ?? []);
  expect(drawings.length).toBeGreaterThan(0);
  expect(drawings.filter((drawing) => !ids.has(drawing))).toEqual([]);
});
