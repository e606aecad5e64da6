import type { Page } from '@playwright/test';
import lines from '../../local/voice/lines.json' with { type: 'json' };
import type { VoiceProvider } from '../../local/voice/server';
import { expect, expectReleased, publicKey, servePage, stateOf, test } from './harness';

/** Opens a page with the product's session and nothing to see; our own server's part is played here. */
async function open(page: Page, provider: VoiceProvider, assistantId: string): Promise<() => void> {
  const site = await servePage(provider.url, './session-page.ts');
  const config = { configured: true, refusal: null, assistantId, maxSeconds: 120 };
  const { callMachineUrl } = provider;
  await page.route('**/api/call-config', (route) =>
    route.fulfill({ json: { ...config, callMachineUrl } }),
  );
  await page.route('**/api/call/ticket', (route) =>
    route.fulfill({ json: { ok: true, ticket: 'ticket', lifetimeSeconds: 120 } }),
  );
  await page.route('**/api/call/left', (route) => route.fulfill({ status: 204 }));
  await page.route('**/api/call/web', async (route) => {
    const answer = await fetch(`${provider.url}/call/web`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publicKey}`, origin: new URL(site.url).origin },
      body: route.request().postData(),
    });
    await route.fulfill({
      status: answer.status,
      body: await answer.text(),
      contentType: 'application/json',
    });
  });
  await page.goto(site.url);
  await expect.poll(() => statusOf(page)).toMatchObject({ status: 'idle' });
  return site.close;
}

const statusOf = (page: Page) => page.evaluate(() => window.session.state.get());
const turnsOf = (page: Page) => page.evaluate(() => window.session.captions.get().turns);
const type = (page: Page, text: string) =>
  page.evaluate((words) => window.session.type(words), text);
const said = async (page: Page) =>
  (await turnsOf(page)).flatMap((turn) => (turn.kind === 'said' ? [turn.text] : []));

test('a whole call in typed words, without a microphone', async ({ page, provider }) => {
  const close = await open(page, provider, 'silent-en-instant');
  await page.evaluate(() => window.session.start('text'));
  await expect.poll(() => statusOf(page)).toMatchObject({ status: 'live', input: 'text' });
  await expect.poll(() => said(page)).toEqual(lines.en.greeting);

  expect(await type(page, ' What does it cost? ')).toBe(true);
  const asked = [...lines.en.greeting, 'What does it cost?', ...lines.en.price];
  await expect.poll(() => said(page)).toEqual(asked);
  const typed = { who: 'visitor', text: 'What does it cost?', typed: true };
  expect((await turnsOf(page)).filter((turn) => turn.kind === 'said' && turn.typed)).toMatchObject([
    typed,
  ]);

  expect(await type(page, 'Move my appointment to Friday morning.')).toBe(true);
  const work = async () => (await turnsOf(page)).filter(({ kind }) => kind === 'tool');
  const moves = {
    tool: 'move_appointment',
    detail: expect.stringMatching(/^Friday, (.+, )?10:00$/),
  };
  await expect.poll(work).toMatchObject([{ ...moves, done: false }]);
  await expect.poll(work).toMatchObject([
    { ...moves, done: true },
    { tool: 'note_in_crm', detail: null, done: true },
  ]);
  await expect.poll(async () => (await said(page)).slice(-2)).toEqual(lines.en.moved);

  expect((await stateOf(page)).contexts).toContain('running');
  expect(await type(page, 'Thanks, bye!')).toBe(true);
  await expect
    .poll(() => statusOf(page), { timeout: 30_000 })
    .toMatchObject({ status: 'idle', failure: null, ended: { reason: 'assistant' } });
  expect((await said(page)).slice(-3)).toEqual(lines.en.goodbye);
  expect(await type(page, 'Hello?')).toBe(false);

  await expectReleased(page);
  const { tracks, violations, rejections } = await stateOf(page);
  // No microphone was ever opened.
  expect({ tracks, violations, rejections }).toEqual({
    tracks: [],
    violations: [],
    rejections: [],
  });
  close();
});

test('typed words interrupt a call by voice, whose microphone goes on', async ({
  page,
  provider,
}) => {
  const close = await open(page, provider, 'silent-en-instant');
  await page.evaluate(() => window.session.start());
  await expect.poll(() => statusOf(page)).toMatchObject({ status: 'live', input: 'voice' });
  await expect
    .poll(() => page.evaluate(() => window.session.captions.get().partial))
    .not.toBeNull();
  expect(await type(page, 'Which hours?')).toBe(true);
  await expect.poll(async () => (await said(page)).at(-1)).toBe(lines.en.hours.at(-1));
  expect(await said(page)).not.toContain(lines.en.greeting.at(-1));
  const live = (await stateOf(page)).tracks.filter(({ readyState }) => readyState === 'live');
  expect(live).toEqual([{ readyState: 'live', enabled: true }]);
  await page.evaluate(() => window.session.end());
  await expect.poll(() => statusOf(page)).toMatchObject({ status: 'idle' });
  await expectReleased(page);
  close();
});

test('a typed call that is ended by the visitor leaves nothing behind', async ({
  page,
  provider,
}) => {
  const close = await open(page, provider, 'silent-en-instant');
  await page.evaluate(() => window.session.start('text'));
  await expect.poll(() => statusOf(page)).toMatchObject({ status: 'live' });
  await page.evaluate(() => window.session.end());
  await expect
    .poll(() => statusOf(page))
    .toMatchObject({ status: 'idle', ended: { reason: 'visitor' } });
  await expectReleased(page);
  expect((await stateOf(page)).tracks).toEqual([]);
  close();
});
