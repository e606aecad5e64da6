import type { Page } from '@playwright/test';
import { differs, expect, holds } from './contract';

/** What the SDK and the call library emit on a fatal error of the call machine during a call. */
async function fatal(page: Page, type: string, exported: string) {
  return page.evaluate(
    async ([kind, name]) => {
      const { lab } = window;
      await lab.dial();
      const call = lab.vapi.getDailyCallObject();
      window.machine.say({ action: 'error', errorMsg: 'Why', error: { type: kind, msg: 'Why' } });
      await lab.settled();
      return {
        constant: lab.library[`DAILY_FATAL_ERROR_${name}`],
        state: call?.meetingState(),
        errors: lab.all('error'),
      };
    },
    [type, exported] as const,
  );
}

const fatalErrors = [
  ['8.fatal.connection-error', 'connection-error', 'CONNECTION'],
  ['8.fatal.ejected', 'ejected', 'EJECTED'],
  ['8.fatal.end-of-life', 'end-of-life', 'EOL'],
  ['8.fatal.exp-room', 'exp-room', 'EXP_ROOM'],
  ['8.fatal.exp-token', 'exp-token', 'EXP_TOKEN'],
  ['8.fatal.nbf-room', 'nbf-room', 'NBF_ROOM'],
  ['8.fatal.nbf-token', 'nbf-token', 'NBF_TOKEN'],
  ['8.fatal.meeting-full', 'meeting-full', 'MEETING_FULL'],
  ['8.fatal.not-allowed', 'not-allowed', 'NOT_ALLOWED'],
  ['8.fatal.no-room', 'no-room', 'NO_ROOM'],
] as const;

for (const [id, type, exported] of fatalErrors) {
  holds(id, async (page) => {
    const { constant, state, errors } = await fatal(page, type, exported);
    expect([constant, state]).toEqual([type, 'error']);
    expect(errors).toEqual([
      expect.objectContaining({
        type: 'daily-error',
        error: expect.objectContaining({ errorMsg: 'Why', error: { type, msg: 'Why' } }),
      }),
    ]);
  });
}

/** What the SDK says about each of these camera errors, and the constants of the call library. */
async function camera(page: Page, types: readonly string[]) {
  return page.evaluate(async (kinds) => {
    const { lab } = window;
    await lab.dial();
    for (const type of kinds) {
      const errorMsg = { errorMsg: type, audioOk: false, videoOk: true };
      window.machine.say({ action: 'camera-error', errorMsg, error: { type, msg: type } });
    }
    await lab.settled();
    return {
      heard: lab.all('camera-error').map(({ type, error }) => [type, error.error.type]),
      errors: lab.all('error').length,
      state: lab.vapi.getDailyCallObject()?.meetingState(),
      constants: Object.entries(lab.library)
        .filter(([name]) => name.startsWith('DAILY_CAMERA_ERROR_'))
        .map(([, value]) => value as string),
    };
  }, types);
}

const cameraErrors = [
  ['8.camera.permissions', 'permissions'],
  ['8.camera.not-found', 'not-found'],
  ['8.camera.constraints', 'constraints'],
] as const;

for (const [id, type] of cameraErrors) {
  holds(id, async (page) => {
    const { heard, errors, state, constants } = await camera(page, [type]);
    expect(heard).toEqual([['camera-error', type]]);
    // It is no error of the call, which goes on.
    expect([errors, state]).toEqual([0, 'joined-meeting']);
    expect(constants).toContain(type);
  });
}

differs(
  '8.camera.in-use',
  'three types: cam-in-use, mic-in-use and cam-mic-in-use',
  async (page) => {
    const types = ['cam-in-use', 'mic-in-use', 'cam-mic-in-use'];
    const { heard, constants } = await camera(page, types);
    expect(heard).toEqual(types.map((type) => ['camera-error', type]));
    expect(constants).toEqual(expect.arrayContaining(types));
  },
);

differs(
  '8.camera.unknown',
  'beside it undefined-mediadevices, where the browser has no media devices at all',
  async (page) => {
    const types = ['unknown', 'undefined-mediadevices'];
    const { heard, constants } = await camera(page, types);
    expect(heard).toEqual(types.map((type) => ['camera-error', type]));
    expect(constants.sort()).toEqual([
      'cam-in-use',
      'cam-mic-in-use',
      'constraints',
      'mic-in-use',
      'not-found',
      'permissions',
      'undefined-mediadevices',
      'unknown',
    ]);
  },
);
