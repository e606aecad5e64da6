import { expect, stateOf, test, until } from './voice-provider/harness';

test('a whole conversation', async ({ page, harness }) => {
  test.setTimeout(120_000);
  await harness.open();
  await harness.call('demo-en-instant');
  const ev = await until(page, 'call-end', {}, 100_000);
  for (const e of ev)
    if (!/level/.test(e.name) && !/partial/.test(JSON.stringify(e.detail)))
      console.log(Math.round(e.at), e.name, JSON.stringify(e.detail)?.slice(0, 200));
  const l = ev
    .filter((e) => e.name === 'local-volume-level')
    .slice(0, 80)
    .map((e) => (e.detail as number).toFixed(3))
    .join(' ');
  console.log(l);
  console.log(
    ev
      .filter((e) => e.name === 'volume-level')
      .slice(0, 40)
      .map((e) => (e.detail as number).toFixed(2))
      .join(' '),
  );
  const s = await stateOf(page);
  console.log({ ...s, events: 0 });
  expect(1).toBe(1);
});
