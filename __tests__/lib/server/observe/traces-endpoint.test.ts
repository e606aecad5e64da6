/** @jest-environment node */
import { getTracesEndpoint } from '@/lib/server/observe/traces-endpoint';

test.each([
  ['http://collector:4318', 'http://collector:4318/v1/traces'],
  ['http://collector:4318/', 'http://collector:4318/v1/traces'],
  ['http://collector:4318/v1/traces', 'http://collector:4318/v1/traces'],
  ['http://collector:4318/v1/traces/', 'http://collector:4318/v1/traces'],
  ['https://api.example/otlp', 'https://api.example/otlp/v1/traces'],
  ['https://api.example/otlp//', 'https://api.example/otlp/v1/traces'],
  ['https://api.example/otlp?team=a', 'https://api.example/otlp/v1/traces?team=a'],
])('completes %s to %s', (base, whole) => {
  expect(getTracesEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: base })).toBe(whole);
});

test('uses the traces endpoint unchanged, with or without a base', () => {
  const whole = 'https://api.example/traces/';
  expect(getTracesEndpoint({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole })).toBe(whole);
  const both = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://other.example',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
  };
  expect(getTracesEndpoint(both)).toBe(whole);
});

test('turns traces off without either', () => {
  expect(getTracesEndpoint({})).toBeUndefined();
  expect(
    getTracesEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' }),
  ).toBeUndefined();
});
