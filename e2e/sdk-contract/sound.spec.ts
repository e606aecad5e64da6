import { long } from '../support/test';
import { expect, test } from './contract';

test.describe('the assistant’s sound', long, () => {
  test('plays in one element of the participant, with the chosen volume, and is told', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      lab.create().setVolume(0.25);
      await lab.joinLive();
      lab.sdk.setVolume(0.5);
      const players = [...document.querySelectorAll('audio')];
      return {
        players: players.map(({ dataset, volume, paused }) => [
          dataset.participantId,
          volume,
          paused,
        ]),
        isEmitted: lab.getPayloads('audio').every((player) => player === players[0]),
        subscribed: lab.listRequests('update-participant').map(({ properties }) => properties),
        sent: lab.listRequests('app-msg').map(({ data }) => data),
      };
    });
    expect(seen).toEqual({
      players: [['local-assistant', 0.5, false]],
      isEmitted: true,
      subscribed: [{ setSubscribedTracks: { audio: true, video: false } }],
      sent: ['playable'],
    });
  });

  test('is a level from 0 to 1, and speech until a second without it', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      // The machine's own levels stay away.
      lab.answers['start-remote-participants-audio-level-observer'] = {};
      await lab.join('never-answers-instant');
      lab.events = [];
      const sayLevel = (level: number) => {
        const participantsAudioLevel = { assistant: level };
        return lab.say({ action: 'remote-participants-audio-level', participantsAudioLevel });
      };
      for (const level of [0, 0.03, 3, 0]) await sayLevel(level);
      const early = lab.events.map(({ name, payload }) => payload ?? name);
      const loudAt = performance.now();
      await lab.waitUntil(() => lab.countEvents('speech-end'), 'the end of speech');
      return { early, ms: performance.now() - loudAt };
    });
    expect(seen.early).toEqual([0, expect.closeTo(0.2, 5), 'speech-start', 1, 0]);
    expect(seen.ms).toBeGreaterThan(500);
  });
});

test.describe('the visitor’s sound', long, () => {
  test('is measured where something listened before the join', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      lab.create();
      lab.listen('local-volume-level');
      await lab.join();
      await lab.waitUntil(() => lab.countEvents('local-volume-level'), 'the level');
      const levels = lab.getPayloads('local-volume-level');
      return [lab.listRequests('start-local-audio-level-observer').length, typeof levels[0]];
    });
    expect(seen).toEqual([1, 'number']);
  });

  test('that cannot be measured is an event of its own', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      const error = { type: 'local-audio-level-observer-error', msg: 'No' };
      lab.answers['start-local-audio-level-observer'] = { error };
      lab.create();
      lab.listen('local-volume-level');
      await lab.join();
      await lab.settle();
      return [lab.countEvents('local-audio-level-observer-error'), lab.countEvents('error')];
    });
    expect(seen).toEqual([1, 0]);
  });

  test('stays a track of the room while it is switched off', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join();
      const read = () => {
        const { state, track, persistentTrack } = lab.getVisitor()?.tracks.audio ?? {};
        return [state, Boolean(track), persistentTrack?.readyState];
      };
      await lab.waitUntil(() => read()[0] === 'playable', 'the track');
      const before = read();
      lab.room?.setLocalAudio(false);
      await lab.waitUntil(() => read()[0] === 'off', 'the switch');
      const isReported = lab.getPayloads('daily-participant-updated').some(({ local }) => local);
      const states = lab.listRequests('local-audio').map(({ state }) => state);
      return { before, after: read(), states, isReported };
    });
    expect(seen).toEqual({
      before: ['playable', true, 'live'],
      after: ['off', false, 'live'],
      states: [false],
      isReported: true,
    });
  });

  test('is switched on by the room’s own method when a noise filter drops out', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join();
      await lab.settle();
      const states: unknown[] = [];
      if (lab.room) lab.room.setLocalAudio = (isOn) => states.push(isOn);
      await lab.say({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: '' });
      const settings = lab.listRequests('update-input-settings').at(-1)?.inputSettings;
      return { states, settings, errors: lab.countEvents('error') };
    });
    const settings = { audio: { processor: { type: 'none' } } };
    expect(seen).toMatchObject({ states: [true], settings, errors: 0 });
  });

  test('comes from a track that the page gives later', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join();
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const [audioSource] = stream.getAudioTracks() as [MediaStreamTrack];
      await lab.sdk.setInputDevicesAsync({ audioSource });
      await lab.settle();
      return lab.getVisitor()?.tracks.audio.persistentTrack === audioSource;
    });
    expect(seen).toBe(true);
  });

  test('comes from the track of the constructor, and no microphone is opened', async ({ page }) => {
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
      await lab.settle();
      return [lab.getVisitor()?.tracks.audio.persistentTrack === track, opened];
    });
    expect(seen).toEqual([true, 0]);
  });
});
