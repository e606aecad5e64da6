import { testDiffers, expect, testHolds } from './contract';
import type { Lab } from './page/lab';

testHolds('4.states', async (lab) => {
  const call = lab.call();
  const seen: string[] = [call.meetingState()];
  const recordState = () => seen.push(call.meetingState());
  for (const event of ['loading', 'joining-meeting', 'joined-meeting', 'left-meeting'] as const)
    call.on(event, recordState);
  await call.load();
  recordState();
  await call.join(lab.room);
  await call.leave();
  return seen.join(' ');
}).gives('new loading loaded joining-meeting joined-meeting left-meeting');

testHolds('4.states.error', async (lab) => {
  const call = await lab.joined();
  const before = call.meetingState();
  await lab.sendFatalError('ejected');
  return [before, call.meetingState(), lab.library.DAILY_STATE_ERROR];
}).gives(['joined-meeting', 'error', 'error']);

const warning = expect.arrayContaining([
  'already joined meeting, call leave() before joining again',
]);

testHolds('4.join.while-joining', async (lab) => {
  window.machinePlan = { answers: { 'join-meeting': 'nothing' } };
  const call = lab.call();
  void call.join(lab.room);
  await lab.waitForRequest('join-meeting');
  await call.join(lab.room);
  await lab.waitUntilSettled();
  return [call.meetingState(), lab.countRequests('join-meeting'), lab.getConsoleLines('warn')];
}).gives(['joining-meeting', 1, warning]);

testHolds('4.join.while-joined', async (lab) => {
  const call = await lab.joined();
  await call.join(lab.room);
  await lab.waitUntilSettled();
  return [call.meetingState(), lab.countRequests('join-meeting'), lab.getConsoleLines('warn')];
}).gives(['joined-meeting', 1, warning]);

testHolds('4.leave.while-left', async (lab) => {
  const call = await lab.joined();
  await call.leave();
  await call.leave();
  await lab.waitUntilSettled();
  return [call.meetingState(), lab.countRequests('leave-meeting')];
}).gives(['left-meeting', 1]);

testHolds('4.leave.while-error', async (lab) => {
  const call = await lab.joined();
  await lab.sendFatalError('ejected');
  await call.leave();
  await lab.waitUntilSettled();
  return [call.meetingState(), lab.countRequests('leave-meeting')];
}).gives(['error', 0]);

testHolds('4.player.state', async (lab) => {
  const refusals = await lab.tryEach('joined', ['play', 'pause', 'stop'], (call, state) =>
    call.startRemoteMediaPlayer({ url: lab.filmUrl, settings: { state } } as never),
  );
  const requests = window.machine.getRequests('daily-method-start-remote-media-player');
  return [refusals, requests.map(({ settings }) => settings)];
}).gives([
  [null, null, expect.stringContaining('Invalid value for RemoteMediaPlayerSettings.state')],
  [expect.objectContaining({ state: 'play' }), expect.objectContaining({ state: 'pause' })],
]);

const states = ['playable', 'off', 'blocked', 'interrupted', 'loading', 'sendable'];
testHolds('4.track.states', async (lab, names: string[]) => {
  const call = await lab.joined();
  await lab.addParticipant({ user_name: 'Somebody' });
  const seen: unknown[] = [];
  let started = 0;
  call.on('track-started', () => (started += 1));
  for (const name of names) {
    const participant = lab.createParticipant({ user_name: 'Somebody' }, name);
    await lab.send({ action: 'participant-updated', participant });
    const { state, track } = call.participants().assistant?.tracks.audio ?? {};
    seen.push([state, Boolean(track), started]);
  }
  return [seen, lab.getConstants('DAILY_TRACK_STATE_')];
  // A track is handed out while it is playable, and not while it is anything else.
}).givesEach([states, [states.map((name) => [name, name === 'playable', 0]), [...states].sort()]]);

const levels = ['full', 'lobby', 'none'];
testHolds('4.access.levels', async (lab, names: string[]) => {
  const call = await lab.joined();
  const seen: unknown[] = [call.accessState().access];
  for (const level of names) {
    await lab.send({ action: 'access-state-updated', access: { level } });
    seen.push((call.accessState().access as { level: string }).level);
  }
  return [seen, lab.getConstants('DAILY_ACCESS_')];
}).givesEach([
  levels,
  [
    ['unknown', ...levels],
    [...levels, 'unknown'],
  ],
]);

const canReceive = { base: false, byUserId: { jana: true } };
testHolds('6.can-receive', async (lab, permissions: object) => {
  const call = await lab.joined();
  await lab.addParticipant();
  const update = (value: unknown) =>
    call.updateParticipant('assistant', { updatePermissions: { canReceive: value } } as never);
  update(permissions);
  const properties = await lab.waitForProperties('update-participant');
  return [properties, ...(await lab.collectRefusals(() => update('everything')))];
}).givesEach([
  canReceive,
  [{ updatePermissions: { canReceive } }, expect.stringContaining('updatePermissions can take')],
]);

testHolds('6.modes', (lab) => {
  const options = { allowMultipleCallInstances: true };
  const object = lab.call(options);
  const frame = lab.library.default.createFrame(document.body, options);
  return lab.collectRefusals(
    () => object.accessState(),
    () => frame.setShowNamesMode('never'),
    () => frame.accessState(),
    () => object.setShowNamesMode('never'),
  );
}).gives([
  ...[null, null, 'accessState() is only supported on custom callObject instances'],
  "setShowNamesMode() is only supported as part of Daily's Prebuilt",
]);

testHolds('8.message.after-join', (lab) => {
  const call = lab.call();
  return lab.collectRefusals(
    () => call.sendAppMessage('hello'),
    () => call.startTranscription(),
    () => call.sendDTMF({ sessionId: 's', tones: '1' }),
  );
}).gives(
  ['sendAppMessage', 'startTranscription', 'sendDTMF'].map(
    (name) => `${name}() only supported after join.`,
  ),
);

testHolds('8.message.before-join', async (lab) => {
  const call = await lab.joined();
  return lab.collectRefusals(
    () => call.startCamera(),
    () => call.preAuth(lab.room),
  );
}).gives([
  expect.stringMatching(/^startCamera\(\) not supported after joining a meeting\./),
  'preAuth() not supported after joining a meeting.',
]);

testHolds('8.message.needs-state', (lab) => {
  const call = lab.call();
  return lab.collectRefusals(
    () => call.startScreenShare(),
    () => call.stopScreenShare(),
  );
}).gives(
  ['startScreenShare', 'stopScreenShare'].map(
    (name) => `${name}() requires preAuth(), startCamera(), or join() to initialize call state.`,
  ),
);

testHolds('8.message.destroyed', async (lab) => {
  const call = await lab.joined();
  await call.destroy();
  return lab.collectRefusals(
    () => call.setLocalAudio(false),
    () => call.load(),
  );
}).gives(['Use after destroy', 'Use after destroy']);

testHolds('9.listeners', (lab) => {
  const call = lab.call();
  const listen = () => {
    call.on('app-message', () => {});
    return lab.consoleLines.filter(({ text }) => text.includes('Possible EventEmitter memory leak'))
      .length;
  };
  return Array.from({ length: 11 }, listen);
}).gives([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

testHolds('5.network-test', async (lab) => {
  const call = lab.call();
  const [live] = (await navigator.mediaDevices.getUserMedia({ video: true })).getVideoTracks();
  const ended = live?.clone();
  ended?.stop();
  const test = (track: unknown) => () => call.testNetworkConnectivity(track as MediaStreamTrack);
  const refused = await lab.collectRefusals(test(undefined), test('track'), test(ended));
  const before = lab.countRequests('test-network-connectivity');
  const allowed = await lab.collectRefusals(test(live));
  return [refused, before, allowed, lab.countRequests('test-network-connectivity')];
}).gives([Array(3).fill('Video track error'), 0, [null], 1]);

testHolds(
  '5.app-message',
  async (lab) => {
    // Two characters are the quotation marks of the JSON.
    const send = (call: { sendAppMessage(text: string): unknown }, length: number) => () =>
      call.sendAppMessage('x'.repeat(length - 2));
    const call = await lab.joined();
    const usual = await lab.collectRefusals(send(call, 4096), send(call, 4097));
    await call.destroy();
    window.machinePlan = { internal: { _maxAppMessageSize: 10 } };
    return [...usual, ...(await lab.collectRefusals(send(await lab.joined(), 11)))];
  },
  '4096 characters of JSON, unless the call machine names another size',
).gives([
  null,
  'Message data too large. Max size is 4096',
  'Message data too large. Max size is 10',
]);

const fatalErrors = {
  ...{ 'connection-error': 'CONNECTION', ejected: 'EJECTED', 'end-of-life': 'EOL' },
  ...{ 'exp-room': 'EXP_ROOM', 'exp-token': 'EXP_TOKEN', 'nbf-room': 'NBF_ROOM' },
  ...{ 'nbf-token': 'NBF_TOKEN', 'meeting-full': 'MEETING_FULL', 'not-allowed': 'NOT_ALLOWED' },
  ...{ 'no-room': 'NO_ROOM' },
} as const;

for (const [type, constant] of Object.entries(fatalErrors)) {
  const id = `8.fatal.${type as keyof typeof fatalErrors}` as const;
  testHolds(id, async (lab, [kind, name]: string[]) => {
    await lab.dial();
    const call = lab.vapi.getDailyCallObject();
    await lab.sendFatalError(String(kind), 'Why');
    const exported = lab.library[`DAILY_FATAL_ERROR_${name}`];
    return [exported, call?.meetingState(), lab.getPayloads('error')];
  }).givesEach([
    [type, constant],
    [
      type,
      'error',
      [
        expect.objectContaining({
          type: 'daily-error',
          error: expect.objectContaining({ errorMsg: 'Why', error: { type, msg: 'Why' } }),
        }),
      ],
    ],
  ]);
}

const cameraErrors = [
  ...['cam-in-use', 'cam-mic-in-use', 'constraints', 'mic-in-use', 'not-found', 'permissions'],
  ...['undefined-mediadevices', 'unknown'],
];

/** What the SDK says of these camera errors in turn. They are no errors of the call. */
async function emitCameraErrors(lab: Lab, types: string[]) {
  await lab.dial();
  const errorMsg = { audioOk: false, videoOk: true };
  for (const type of types) {
    const error = { type, msg: type };
    await lab.send({ action: 'camera-error', errorMsg: { errorMsg: type, ...errorMsg }, error });
  }
  return {
    cameraErrors: lab
      .getPayloads('camera-error')
      .map(({ type, error }) => `${type} ${error.error.type}`),
    errors: lab.getPayloads('error').length,
    state: lab.vapi.getDailyCallObject()?.meetingState(),
    constants: lab.getConstants('DAILY_CAMERA_ERROR_'),
  };
}

const expectCameraErrors = (types: string[]) => ({
  cameraErrors: types.map((type) => `camera-error ${type}`),
  errors: 0,
  state: 'joined-meeting',
  constants: cameraErrors,
});

for (const type of ['permissions', 'not-found', 'constraints'] as const) {
  testHolds(`8.camera.${type}`, emitCameraErrors).givesEach([[type], expectCameraErrors([type])]);
}

const inUse = ['cam-in-use', 'mic-in-use', 'cam-mic-in-use'];
testDiffers(
  '8.camera.in-use',
  'three types: cam-in-use, mic-in-use and cam-mic-in-use',
  emitCameraErrors,
).givesEach([inUse, expectCameraErrors(inUse)]);

const unknown = ['unknown', 'undefined-mediadevices'];
testDiffers(
  '8.camera.unknown',
  'also undefined-mediadevices, where the browser has no media devices at all',
  emitCameraErrors,
).givesEach([unknown, expectCameraErrors(unknown)]);
