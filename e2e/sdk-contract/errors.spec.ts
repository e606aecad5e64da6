import { cameraErrors, sdkErrors } from '@/__tests__/lib/call/sdk/sdk-error-fixtures';
import { long } from '../support/test';
import { expect, test } from './contract';

// The unit tests of lib/call/sdk/sdk-events.ts read the same recorded errors.

test.describe('an error', long, () => {
  const { connectionLost, ejected, noRoom, roomExpired } = sdkErrors;
  for (const recorded of [connectionLost, ejected, noRoom, roomExpired]) {
    const { errorMsg, error } = recorded.error;
    test(`of the call machine is a daily-error with its type: ${error.type}`, async ({ page }) => {
      const seen = await page.evaluate(
        async ({ errorMsg, error }) => {
          const { lab } = window;
          await lab.join();
          // The call machine sends the details as JSON.
          const details = 'details' in error && JSON.stringify(error.details);
          await lab.say({
            action: 'error',
            errorMsg,
            error: { ...error, ...(details && { details }) },
          });
          return { errors: lab.getPayloads('error'), state: lab.room?.meetingState() };
        },
        { errorMsg, error },
      );
      expect(seen).toMatchObject({ errors: [recorded], state: 'error' });
    });
  }

  for (const [name, recorded] of Object.entries(cameraErrors)) {
    const { errorMsg, error } = recorded.error;
    test(`of the microphone is a camera-error, and the call goes on: ${name}`, async ({ page }) => {
      const seen = await page.evaluate(
        async (fields) => {
          const { lab } = window;
          await lab.join();
          await lab.say({ action: 'camera-error', ...fields });
          const [payload] = lab.getPayloads('camera-error');
          return [payload, lab.countEvents('error'), lab.room?.meetingState()];
        },
        { errorMsg, error },
      );
      expect(seen).toMatchObject([recorded, 0, 'joined-meeting']);
    });
  }

  test('of a noise filter that fails to start does not end the call', async ({ page }) => {
    const { type, msg } = sdkErrors.noiseFilter.error;
    const seen = await page.evaluate(
      async (error) => {
        const { lab } = window;
        lab.answers['update-input-settings'] = { error };
        await lab.join();
        await lab.settle();
        return { errors: lab.getPayloads('error'), state: lab.room?.meetingState() };
      },
      { type, msg },
    );
    expect(seen).toMatchObject({ errors: [sdkErrors.noiseFilter], state: 'joined-meeting' });
  });

  test('of a noise filter that cannot be switched off does not end the call', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join();
      await lab.settle();
      lab.answers['update-input-settings'] = { error: { type: 'audio-processor-error', msg: '' } };
      await lab.say({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: '' });
      return { errors: lab.getPayloads('error'), state: lab.room?.meetingState() };
    });
    const error = { type: 'audio-processor-recovery-error' };
    expect(seen).toMatchObject({ errors: [error], state: 'joined-meeting' });
  });

  test('of a script that does not load comes after three attempts within 20 s', async ({
    page,
  }) => {
    let requests = 0;
    await page.route('**/call-machine.js', (route) => {
      requests += 1;
      return route.abort();
    });
    await page.clock.install();
    await page.reload();
    await page.evaluate(() => {
      const { lab } = window;
      lab.create();
      void lab.join().catch(() => undefined);
    });
    for (const attempt of [1, 2, 3]) {
      await expect.poll(() => requests).toBe(attempt);
      await page.clock.runFor(5_000);
    }
    const readErrors = () => page.evaluate(() => window.lab.getPayloads('error'));
    await expect.poll(async () => (await readErrors()).length).toBe(2);
    const [first, second] = await readErrors();
    expect(first).toMatchObject({
      type: 'daily-error',
      error: { error: { type: 'connection-error' } },
    });
    for (const { error } of [first, second])
      expect(JSON.stringify(error)).toContain('Failed to load call object bundle');
    expect(second.type).toBe('reconnect-error');
  });

  test('of a browser without WebRTC names it', async ({ page }) => {
    const errors = await page.evaluate(async () => {
      const { lab } = window;
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
      lab.create();
      await lab.catchError(lab.join());
      return lab.getPayloads('error');
    });
    expect(errors).toMatchObject([sdkErrors.noWebRtc]);
  });

  test('of playback that the browser blocks takes the player away, not the track', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { lab } = window;
      await lab.join('playback-blocked-instant');
      await lab.waitUntil(() => lab.countEvents('error'), 'the error');
      const { user_name, session_id, tracks } = lab.getAssistant() ?? {};
      const track = tracks?.audio.track ?? tracks?.audio.persistentTrack;
      return {
        errors: lab.getPayloads('error'),
        players: document.querySelectorAll('audio').length,
        assistant: [user_name, Boolean(session_id), track?.readyState],
        told: lab.listRequests('app-msg').length,
      };
    });
    const { type, error } = sdkErrors.playbackBlocked;
    expect(seen).toMatchObject({
      errors: [{ type, error: { name: error.name } }],
      players: 0,
      assistant: ['Vapi Speaker', true, 'live'],
      told: 0,
    });
  });
});
