import { type MediaType, readBody } from '@/lib/server/http/request';
import { expectSettledAfter, installFakeClock } from '../fake-clock';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const KB16 = 16 * 1024;

const read = (body: BodyInit | null, type = FORM, sentType: string = type) =>
  readBody(
    new Request('http://localhost/', {
      method: 'POST',
      body,
      headers: { 'content-type': sentType },
      duplex: 'half',
    } as RequestInit),
    type as MediaType,
  );
const tooLarge = { ok: false, error: 'too_large' };
const malformed = { ok: false, error: 'malformed' };

test('reads a form by name, whatever the case and parameters of its type', async () => {
  expect(await read('a=1&b=%C5%BE+x', FORM, `${FORM.toUpperCase()} ; charset=utf-8`)).toEqual({
    ok: true,
    input: { a: '1', b: 'ž x' },
  });
});

test('keeps nothing of JSON or a form over 16 KB', async () => {
  const tooLong = 'x'.repeat(KB16);
  expect(await read(`{"a":"${tooLong}"}`, JSON_TYPE)).toEqual(tooLarge);
  expect(await read(`a=${tooLong}`)).toEqual(tooLarge);
});

test('reads a missing body as an empty form, not as JSON', async () => {
  expect(await read(null)).toEqual({ ok: true, input: {} });
  expect(await read(null, JSON_TYPE)).toEqual(malformed);
});

test('waits ten seconds for a body, which its sender may try again', async () => {
  installFakeClock();
  const slow = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('a=')) });
  const tooSlow = { ok: false, error: 'unavailable', status: 408 };
  expect(await expectSettledAfter(10_000, read(slow))).toEqual(tooSlow);
});

test('refuses a form whose sender disconnects', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error('reset')) });
  expect(await read(body)).toEqual(malformed);
});

test.each([
  ...['', '{', 'null', '[]', '"text"', '5', '[['.repeat(8000)],
  // Bytes that are not UTF-8.
  Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff]), Buffer.from('"}')]),
])('refuses the JSON %.10p', async (body) => {
  expect(await read(body, JSON_TYPE)).toEqual(malformed);
});

test.each(['', 'text/plain', `x ${JSON_TYPE}`, `${JSON_TYPE}p`, 'multipart/form-data; boundary=x'])(
  'refuses the type %p',
  async (type) => {
    const request = new Request('http://localhost/', {
      headers: type ? { 'content-type': type } : {},
    });
    expect(await readBody(request)).toEqual({ ok: false, error: 'unsupported' });
  },
);
