import { sdkErrors } from '@/__tests__/lib/call/sdk/sdk-error-fixtures';
import { expect, test } from './contract';

// How `reconnect` joins a call that our server has created, and how a call is left (decision 009).

test('a join has a room at once, and stop() leaves it before the call machine has come', async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    const sdk = lab.create();
    void sdk.reconnect({ webCallUrl: `${location.origin}/rooms/1` }).catch(() => undefined);
    const before = lab.room?.meetingState();
    await sdk.stop();
    const after = lab.room;
    await lab.settle();
    return [before, after, lab.listRequests('join-meeting').length];
  });
  expect(seen).toEqual(['loading', null, 0]);
});

test('a join asks for the created room with its token, without tracks, and for the levels', async ({
  page,
}) => {
  const requests = await page.evaluate(async () => {
    const { lab } = window;
    const sdk = lab.create();
    const { webCallUrl } = await lab.createCall();
    // All that our server passes on.
    const webCall = { webCallUrl: `${webCallUrl}&own`, transport: { callToken: 'a' } };
    await sdk.reconnect(webCall as never);
    await lab.settle();
    return lab.requests;
  });
  expect(requests.map(({ action }) => action)).not.toContain('start-local-audio-level-observer');
  expect(requests).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'join-meeting',
        properties: expect.objectContaining({
          url: expect.stringMatching(/\/rooms\/.*&own$/),
          token: 'a',
          subscribeToTracksAutomatically: false,
        }),
      }),
      expect.objectContaining({
        action: 'start-remote-participants-audio-level-observer',
        interval: 100,
      }),
      expect.objectContaining({
        action: 'update-input-settings',
        inputSettings: { audio: { processor: { type: 'noise-cancellation' } } },
      }),
    ]),
  );
});

test('a joined call emits a call-start of its own, and another when the assistant listens', async ({
  page,
}) => {
  const [joined, listening] = await page.evaluate(async () => {
    const { lab } = window;
    lab.answers['update-participant'] = null;
    await lab.join('never-answers-instant');
    const joined = lab.events.map(({ name }) => name);
    await lab.sayAsAssistant('listening');
    return [joined, lab.events.slice(joined.length).map(({ name }) => name)];
  });
  expect(joined?.slice(-2)).toEqual(['call-start-success', 'call-start']);
  expect(listening).toEqual(['call-start']);
});

test('messages that come before the call is joined are passed on', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    lab.answers['join-meeting'] = null;
    void lab.join();
    await lab.waitUntil(() => lab.listRequests('join-meeting').length, 'the join');
    await lab.sayAsAssistant({ type: 'transcript' }, 'listening');
    return lab.events.map(({ name }) => name);
  });
  expect(seen).toEqual(['message', 'call-start']);
});

test('a refused join is one reconnect-error and a rejection, and frees the room', async ({
  page,
}) => {
  const { error } = sdkErrors.joinRefused;
  const seen = await page.evaluate(async ({ type, msg }) => {
    const { lab } = window;
    lab.answers['join-meeting'] = { error: { type, msg } };
    const rejection = await lab.catchError(lab.join());
    return { rejection, errors: lab.getPayloads('error'), room: lab.room };
  }, error);
  expect(seen).toMatchObject({
    rejection: error.message,
    errors: [sdkErrors.joinRefused],
    room: null,
  });
  expect(seen.errors).toHaveLength(1);
});

test('a second room is refused while the first is open, and allowed after call-end', async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    await lab.join();
    const first = lab.sdk;
    lab.events = [];
    lab.create();
    const refusal = await lab.catchError(lab.join());
    const errors = lab.getPayloads('error');
    await first.stop();
    lab.create();
    const joined = await lab.catchError(lab.join());
    return { refusal, errors, joined, state: lab.room?.meetingState() };
  });
  const { error } = sdkErrors.duplicate;
  expect(seen).toMatchObject({
    refusal: error.message,
    errors: [sdkErrors.duplicate],
    joined: null,
    state: 'joined-meeting',
  });
});

test('leaving emits call-end, then its own status-update, and lets the room go', async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    await lab.join('never-answers-instant');
    lab.events = [];
    await lab.sdk.stop();
    const { events } = lab;
    await lab.settle();
    return { events, room: lab.room };
  });
  const status = { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' };
  expect(seen.events.map(({ name }) => name)).toEqual(['call-end', 'message']);
  expect(seen).toMatchObject({ events: [{}, { payload: status }], room: null });
});

test('a call machine that never reports that it has left can be reported for', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    await lab.join();
    lab.answers['leave-meeting'] = null;
    let isStopped = false;
    void lab.sdk.stop().then(() => (isStopped = true));
    await lab.settle();
    const isHung = !isStopped && lab.room !== null;
    // As lib/call/sdk/voice-sdk.ts does it, without the id of the call.
    const message = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
    window.postMessage(message, window.location.origin);
    await lab.waitUntil(() => lab.room === null, 'the end of the room');
    lab.create();
    return [isHung, await lab.catchError(lab.join())];
  });
  expect(seen).toEqual([true, null]);
});
