import { cameraErrors, sdkErrors } from '@/__tests__/lib/call/sdk/sdk-error-fixtures';
import { long } from '../support/test';
import { expect, test } from './contract';

// What every call relies on, `e2e/call` shows with the same SDK.

test.describe('a join of a call that our server has created (decision 009)', () => {
  test('has a room at once, and stop() leaves it before the call machine has come', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      const sdk = lab.create();
      void sdk.reconnect({ webCallUrl: `${location.origin}/rooms/1` }).catch(() => undefined);
      const before = lab.room?.meetingState();
      await sdk.stop();
      const after = lab.room;
      await lab.machine.fence();
      return [before, after, lab.machine.listRequests('join-meeting').length];
    });
    expect(seen).toEqual(['loading', null, 0]);
  });

  test('asks for its room with its token, without tracks, and for the levels', async ({ page }) => {
    const requests = await page.evaluate(async () => {
      const { lab } = window;
      const sdk = lab.create();
      const { webCallUrl } = await lab.createCall();
      // All that our server passes on.
      const webCall = { webCallUrl: `${webCallUrl}&own`, transport: { callToken: 'a' } };
      await sdk.reconnect(webCall as never);
      const last = 'start-remote-participants-audio-level-observer';
      await lab.waitUntil(() => lab.machine.listRequests(last).length, 'the wish for levels');
      return lab.machine.requests;
    });
    expect(requests).toMatchObject(
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
      ]),
    );
  });

  test('emits a call-start of its own, another when the assistant listens, and call-end', async ({
    page,
  }) => {
    const [joined, later] = await page.evaluate(async () => {
      const { lab } = window;
      lab.machine.answers['update-participant'] = null;
      await lab.join('never-answers');
      const joined = lab.recorder.events.map(({ name }) => name);
      await lab.machine.sayAsAssistant('listening');
      await lab.waitUntil(() => lab.recorder.countEvents('call-start') === 2, 'the start');
      await lab.sdk.stop();
      return [joined, lab.recorder.events.slice(joined.length).map(({ name }) => name)];
    });
    expect(joined?.slice(-2)).toEqual(['call-start-success', 'call-start']);
    expect(later).toEqual(['call-start', 'call-end', 'message']);
  });

  test('passes on messages that come before it is done', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      lab.machine.answers['join-meeting'] = null;
      void lab.join();
      await lab.waitUntil(() => lab.machine.listRequests('join-meeting').length, 'the join');
      await lab.machine.sayAsAssistant({ type: 'transcript' }, 'listening');
      await lab.waitUntil(() => lab.recorder.countEvents('call-start'), 'the start');
      return lab.recorder.events.map(({ name }) => name);
    });
    expect(seen).toEqual(['message', 'call-start']);
  });

  test('that is refused is one reconnect-error and a rejection, and frees the room', async ({
    page,
  }) => {
    const { error } = sdkErrors.joinRefused;
    const seen = await page.evaluate(async ({ type, msg }) => {
      const { lab } = window;
      lab.machine.answers['join-meeting'] = { error: { type, msg } };
      const rejection = await lab.catchError(lab.join());
      return { rejection, errors: lab.recorder.getPayloads('error'), room: lab.room };
    }, error);
    expect(seen).toMatchObject({
      rejection: error.message,
      errors: [sdkErrors.joinRefused],
      room: null,
    });
  });
});

test('a call machine that never reports that it has left can be reported for', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const { lab } = window;
    await lab.join();
    lab.machine.answers['leave-meeting'] = null;
    const hung = lab.sdk;
    void hung.stop();
    await lab.waitUntil(
      () => lab.machine.listRequests('leave-meeting').length,
      'the wish to leave',
    );
    lab.create();
    const refusal = await lab.catchError(lab.join());
    // As lib/call/sdk/voice-sdk.ts does it, without the id of the call.
    const message = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
    window.postMessage(message, window.location.origin);
    await lab.waitUntil(() => hung.getDailyCallObject() === null, 'the end of the room');
    lab.create();
    return [refusal, await lab.catchError(lab.join())];
  });
  expect(seen).toEqual([sdkErrors.duplicate.error.message, null]);
});

test.describe('in the long form', long, () => {
  // The unit tests of lib/call/sdk/sdk-events.ts read the same recorded errors.
  const { connectionLost, ejected, noRoom, roomExpired } = sdkErrors;
  for (const [name, recorded] of Object.entries({
    connectionLost,
    ejected,
    noRoom,
    roomExpired,
    ...cameraErrors,
  })) {
    const { errorMsg, error } = recorded.error;
    test(`an error of the call machine has its recorded shape: ${name}`, async ({ page }) => {
      const { action } = recorded.error;
      const seen = await page.evaluate(
        async ({ action, errorMsg, error }) => {
          const { lab } = window;
          await lab.join();
          // The call machine sends the details as JSON.
          const details = 'details' in error && { details: JSON.stringify(error.details) };
          await lab.machine.say({ action, errorMsg, error: { ...error, ...details } });
          const list = () => [
            ...lab.recorder.getPayloads('error'),
            ...lab.recorder.getPayloads('camera-error'),
          ];
          await lab.waitUntil(() => list().length, 'the error');
          return list();
        },
        { action, errorMsg, error },
      );
      expect(seen).toMatchObject([recorded]);
    });
  }

  test('a noise filter that fails to start or to stop does not end the call', async ({ page }) => {
    const { type, msg } = sdkErrors.noiseFilter.error;
    const seen = await page.evaluate(
      async (error) => {
        const { lab } = window;
        lab.machine.answers['update-input-settings'] = { error };
        await lab.join();
        await lab.waitUntil(() => lab.recorder.countEvents('error') === 1, 'the failed start');
        await lab.machine.say({ action: 'nonfatal-error', type: error.type, errorMsg: '' });
        await lab.waitUntil(() => lab.recorder.countEvents('error') === 2, 'the failed stop');
        return { errors: lab.recorder.getPayloads('error'), state: lab.room?.meetingState() };
      },
      { type, msg },
    );
    const recovery = { type: 'audio-processor-recovery-error' };
    expect(seen).toMatchObject({
      errors: [sdkErrors.noiseFilter, recovery],
      state: 'joined-meeting',
    });
  });

  test('a browser without WebRTC is named', async ({ page }) => {
    const errors = await page.evaluate(async () => {
      const { lab } = window;
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
      lab.create();
      await lab.catchError(lab.join());
      return lab.recorder.getPayloads('error');
    });
    expect(errors).toMatchObject([sdkErrors.noWebRtc]);
  });

  test('the hosted call machine is a script of the host that the policy allows', async ({
    page,
  }) => {
    const script = page.waitForRequest(/call-machine/);
    await page.evaluate(() => {
      const { lab } = window;
      lab.create(undefined, null);
      void lab.join().catch(() => undefined);
    });
    expect(new URL((await script).url()).origin).toBe('https://c.daily.co');
    expect((await script).resourceType()).toBe('script');
  });

  test('the assistant plays in one element, with the chosen volume, and is told', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      lab.create().setVolume(0.25);
      await lab.joinLive();
      lab.sdk.setVolume(0.5);
      const players = [...document.querySelectorAll('audio')];
      return {
        players: players.map(({ dataset, volume }) => [dataset.participantId, volume]),
        isEmitted: lab.recorder.getPayloads('audio').every((player) => player === players[0]),
        sent: lab.machine.listRequests('app-msg').map(({ data }) => data),
      };
    });
    expect(seen).toEqual({
      players: [['local-assistant', 0.5]],
      isEmitted: true,
      sent: ['playable'],
    });
  });

  test('playback that the browser blocks is an error of its own', async ({ page }) => {
    const errors = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join('playback-blocked');
      await lab.waitUntil(() => lab.recorder.countEvents('error'), 'the error');
      return lab.recorder.getPayloads('error');
    });
    const { type, error } = sdkErrors.playbackBlocked;
    expect(errors).toMatchObject([{ type, error: { name: error.name } }]);
  });

  test('the visitor’s sound that cannot be measured is an event of its own', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      const error = { type: 'local-audio-level-observer-error', msg: 'No' };
      lab.machine.answers['start-local-audio-level-observer'] = { error };
      lab.create();
      lab.recorder.listen(lab.sdk, 'local-volume-level');
      await lab.join();
      const name = 'local-audio-level-observer-error';
      await lab.waitUntil(() => lab.recorder.countEvents(name), 'the error');
      return [lab.recorder.countEvents(name), lab.recorder.countEvents('error')];
    });
    expect(seen).toEqual([1, 0]);
  });

  test('a call with the page’s own track opens no microphone', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      let opened = 0;
      navigator.mediaDevices.getUserMedia = async () => {
        opened += 1;
        return new MediaStream();
      };
      const { stream } = new AudioContext().createMediaStreamDestination();
      const [track] = stream.getAudioTracks();
      lab.create(track);
      await lab.join();
      const findTrack = () => lab.getVisitor()?.tracks.audio.persistentTrack;
      await lab.waitUntil(findTrack, 'a track');
      return [findTrack() === track, opened];
    });
    expect(seen).toEqual([true, 0]);
  });
});
