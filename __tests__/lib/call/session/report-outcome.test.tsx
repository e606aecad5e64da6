import {
  leavePage,
  mountCallAt,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
} from './call-fixture';

setUpFakeWorld();

const personal = { assistantId: 'demo-cs' };
const ticket = 'ticket-1';

test('tells how long a prospect’s call took and why it ended, then its rating', async () => {
  const widget = await mountCallAt('live', 'voice', personal);
  await performStep(undefined, 84_000);
  expect(world.outcomeReports).toEqual([]);
  await performStep(() => widget.getSession().end(), 20_000);
  const end = { ticket, seconds: 84, reason: 'visitor' };
  expect(world.outcomeReports).toEqual([end]);
  await performStep(() => widget.getSession().rate(4));
  expect(world.outcomeReports).toEqual([end, { ticket, rating: 4 }]);
});

test('tells it at once when the page is left, for the browser to send it', async () => {
  await mountCallAt('live', 'voice', personal);
  await performStep(undefined, 40_000);
  leavePage();
  expect(world.outcomeReports).toEqual([{ ticket, seconds: 40, reason: 'left-page' }]);
  const [, init] = jest.mocked(fetch).mock.calls.find(([url]) => url === '/api/call/outcome')!;
  expect(init).toMatchObject({ keepalive: true });
});

test('tells of each call with its own ticket', async () => {
  const widget = await mountCallAt('live', 'voice', personal);
  await performStep(() => widget.getSession().end(), 20_000);
  await playUntil(widget, 'live');
  await performStep(() => widget.getSession().end(), 20_000);
  expect(world.outcomeReports).toMatchObject([{ ticket: 'ticket-1' }, { ticket: 'ticket-2' }]);
});

test('tells nothing of a call that was never live, or of the landing page', async () => {
  const canceled = await mountCallAt('join', 'voice', personal);
  await performStep(() => canceled.getSession().end(), 20_000);
  canceled.unmount();
  const landing = await mountCallAt('live');
  await performStep(() => landing.getSession().end(), 20_000);
  await performStep(() => landing.getSession().rate(5));
  expect(world.outcomeReports).toEqual([]);
});
