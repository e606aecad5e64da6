import { expect, createRefusal, testRules } from './contract';

const matchText = (text: string) => expect.stringContaining(text);

const testUserData = testRules('call', (call, data: unknown) => call.setUserData(data));
const createData = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });
const circular: { self?: unknown } = {};
circular.self = circular;
testUserData(
  '5.user-data.json',
  [{ name: 'Jana', tags: ['a', 1, null] }],
  createRefusal(matchText('userData must be serializable to JSON'), circular, { big: 1n }),
);
const largest = 'userData is too large (4097 characters). Maximum size suppported is 4096.';
testUserData(
  ['5.user-data.size', '9.limit.user-data'],
  ['x'.repeat(4096), createData(4096)],
  createRefusal(largest, 'x'.repeat(4097), createData(4097)),
);
const testSession = testRules('joined', (call, data: object) => call.setMeetingSessionData(data));
const largestSession =
  'Meeting session data is too large (102401 characters). Maximum size suppported is 102400.';
testSession(
  '9.session-data',
  [createData(102_400)],
  createRefusal(largestSession, createData(102_401)),
);

type Observer = 'startRemoteParticipantsAudioLevelObserver' | 'startLocalAudioLevelObserver';
const listForBothObservers = (...values: unknown[]) =>
  values.flatMap((ms) =>
    ['startRemoteParticipantsAudioLevelObserver', 'startLocalAudioLevelObserver'].map(
      (observe) => [observe, ms] as [Observer, number],
    ),
  );
const interval = 'The interval must be a number greater than or equal to 100 milliseconds.';
testRules('joined', (call, [observe, ms]: [Observer, number]) => call[observe](ms))(
  '5.interval',
  listForBothObservers(100, 101, 5_000),
  createRefusal(interval, ...listForBothObservers(99, 1, -100, '200')),
);

const testCustomTrack = testRules('joined', (call, options: object, lab) =>
  call.startCustomTrack({ track: lab.createAudioTrack(), ...options }),
);
const createNamedTracks = (...names: string[]) => names.map((trackName) => ({ trackName }));
const createModes = (...modes: unknown[]) => modes.map((mode) => ({ mode }));
testCustomTrack(
  ['5.custom-track.length', '9.limit.track-name'],
  createNamedTracks('n', 'n'.repeat(50)),
  createRefusal(
    'Custom track `trackName` must not be more than 50 characters',
    ...createNamedTracks('n'.repeat(51)),
  ),
);
const reserved = ['cam-audio', 'cam-video', 'screen-video', 'screen-audio', 'rmpAudio', 'rmpVideo'];
testCustomTrack(
  '5.custom-track.reserved',
  createNamedTracks('mine'),
  createRefusal(
    matchText('must not match a track name already used'),
    ...createNamedTracks(...reserved, 'customVideoDefaults'),
  ),
);
testCustomTrack(
  '5.custom-track.mode',
  createModes('music', 'speech', { bitrate: 64_000, stereo: true }, undefined),
  createRefusal(
    matchText('Custom track `mode` must be either `music` | `speech`'),
    ...createModes('noise', 7),
  ),
);

const recordingTypes =
  "invalid type: tape, allowed values 'cloud', 'cloud-audio-only', 'raw-tracks', or 'local'";
testRules(
  'joined',
  (call, type: string) => call.startRecording({ type } as object),
  'one more: cloud-audio-only',
)(
  '5.recording.type',
  ['cloud', 'raw-tracks', 'local', 'cloud-audio-only'],
  createRefusal(recordingTypes, 'tape'),
);

const layer = { maxBitrate: 100_000 };
testRules(
  'nothing',
  (_, { camera, player }: { camera?: unknown; player?: object[] }, lab) =>
    lab.rethrowWithConsoleLines(() => {
      const dailyConfig = { camSimulcastEncodings: camera };
      const options = { allowMultipleCallInstances: true };
      const call = lab.call(player ? options : { ...options, dailyConfig });
      const settings = { state: 'play', simulcastEncodings: player } as object;
      return player && call.startRemoteMediaPlayer({ url: lab.filmUrl, settings });
    }),
  'checked for the camera only; a remote media player that is given encodings fails, ' +
    'whatever they are',
)(
  '5.simulcast.array',
  [{ camera: [layer] }],
  createRefusal(
    expect.stringMatching(/encodings must be an Array$/m),
    { camera: layer },
    { camera: 'layer' },
  ),
  createRefusal(matchText('validateSimulcastEncodings'), { player: [layer] }),
);
testRules('nothing', (_, camSimulcastEncodings: object[], lab) => {
  const options = { allowMultipleCallInstances: true, dailyConfig: { camSimulcastEncodings } };
  return lab.rethrowWithConsoleLines(() => lab.call(options));
})(
  ['5.simulcast.layers', '9.limit.simulcast'],
  [1, 2, 3].map((layers) => Array<object>(layers).fill(layer)),
  createRefusal(
    matchText('encodings must be an Array with between 1 to 3 layers'),
    ...[[], Array<object>(4).fill(layer)],
  ),
);

const createPresets = (names: string) => ({
  names: names.split(' '),
  // The refusal names every preset there is.
  all: expect.stringMatching(new RegExp(`: ${names.replaceAll(' ', ',')}$`)),
});
const camera = createPresets(
  'default-video bandwidth-optimized bandwidth-and-quality-balanced quality-optimized ' +
    'adaptive-2-layers adaptive-3-layers',
);
const screen = createPresets(
  'default-screen-video detail-optimized motion-optimized motion-and-detail-balanced',
);
testRules('call', (call, preset: string) => call.updateSendSettings({ video: preset } as never))(
  '5.send.camera',
  camera.names,
  createRefusal(camera.all, 'no-preset', ...screen.names),
);
testRules('call', (call, preset: string) =>
  call.updateSendSettings({ screenVideo: preset } as never),
)('5.send.screen', screen.names, createRefusal(screen.all, 'no-preset', ...camera.names));
testRules('call', (call, maxQuality: unknown) =>
  call.updateSendSettings({ video: { maxQuality } } as never),
)(
  '5.send.quality',
  ['low', 'medium', 'high'],
  createRefusal('maxQuality must be either low, medium or high', 'best', 2),
);

testRules('joined', (call, volume: unknown, lab) => {
  const settings = { state: 'play', volume } as object;
  return call.startRemoteMediaPlayer({ url: lab.filmUrl, settings });
})(
  ['5.player.volume', '9.limit.player-volume'],
  [0, 0.5, 2],
  createRefusal('RemoteMediaPlayerSettings.volume: must be between 0.0 - 2.0', 2.01, -0.01),
  createRefusal('RemoteMediaPlayerSettings.volume: must be "number" type', '1'),
);

testRules('call', (call, strength: unknown, lab) => {
  const processor = { type: 'background-blur', config: { strength } };
  return lab.rethrowWithConsoleLines(() =>
    call.updateInputSettings({ video: { processor } } as object),
  );
})(
  '5.background.blur',
  [0.01, 0.5, 1],
  createRefusal(matchText('expected: {0 < strength <= 1}'), 0, -0.5, 1.01, '0.5'),
);

const testImage = testRules('call', (call, given: unknown, lab) => {
  // The bytes of a buffer reach the page as an array.
  const source = given instanceof Uint8Array ? given.buffer : given;
  const processor = { type: 'background-image', config: { source } };
  return lab.rethrowWithConsoleLines(() =>
    call.updateInputSettings({ video: { processor } } as object),
  );
});
testImage(
  ['5.background.selection', '9.limit.background'],
  [1, 2, 9, 10],
  createRefusal(matchText('invalid image selection; must be an int'), 0, 11, -1, 1.5, 'none'),
);
const buildPictureUrl = (type: string) => `https://voice.test/beach.${type}`;
testImage(
  '5.background.source',
  ['default', buildPictureUrl('jpg'), buildPictureUrl('png'), new Uint8Array(8)],
  createRefusal(matchText('invalid image type; supported types'), buildPictureUrl('tiff')),
);

const testDialOut = testRules('joined', (call, option: object) => call.startDialOut(option));
const refuseDialOut = (reason: string, ...options: object[]) =>
  createRefusal(`Error starting dial out: ${reason}`, ...options);
const sipUri = 'sip:jana@example.com';
const phoneNumber = '+420123456789';
const createNumbers = (...values: string[]) => values.map((number) => ({ phoneNumber: number }));
const createAudioCodecs = (...codecs: string[][]) =>
  codecs.map((each) => ({ sipUri, codecs: { audio: each } }));
const createVideoCodecs = (...codecs: string[][]) =>
  codecs.map((each) => ({ sipUri, video: true, codecs: { video: each } }));
testDialOut(
  '5.dial-out.one',
  [{ sipUri }, { phoneNumber }],
  refuseDialOut('either a sip uri or phone number must be provided', {}),
  refuseDialOut('only one of sip uri or phone number must be provided', { sipUri, phoneNumber }),
);
const noSip = [{ sipUri: 'jana@example.com' }, { sipUri: 'tel:1' }];
testDialOut(
  '5.dial-out.sip',
  [{ sipUri }],
  refuseDialOut("Invalid SIP URI, must start with 'sip:'", ...noSip),
);
testDialOut(
  '5.dial-out.phone',
  createNumbers('+1', phoneNumber),
  refuseDialOut(
    'Invalid phone number, must be valid phone number as per E.164',
    ...createNumbers('420123456789', '+420 123', '+', '+42a'),
  ),
);
testDialOut(
  '5.dial-out.audio-codecs',
  createAudioCodecs(['OPUS'], ['PCMU'], ['PCMA'], ['G722'], ['OPUS', 'G722']),
  refuseDialOut(
    'audio codec must be one of OPUS, PCMU, PCMA, G722',
    ...[...createAudioCodecs(['MP3']), { phoneNumber, codecs: { audio: ['MP3'] } }],
  ),
  refuseDialOut('audio codec array specified but empty', ...createAudioCodecs([])),
);
testDialOut(
  '5.dial-out.video-codecs',
  createVideoCodecs(['H264'], ['VP8'], ['VP8', 'H264']),
  refuseDialOut('video codec must be H264 or VP8', ...createVideoCodecs(['AV1'])),
  refuseDialOut('video codec array specified but empty', ...createVideoCodecs([])),
);
testDialOut(
  '5.dial-out.caller-id',
  [{ phoneNumber, callerId: 'id' }],
  refuseDialOut('callerId not allowed with sipUri', { sipUri, callerId: 'id' }),
);
const createDisplayName = (length: number) => ({ phoneNumber, displayName: 'n'.repeat(length) });
testDialOut(
  ['5.dial-out.display-name', '9.limit.display-name'],
  [createDisplayName(199)],
  refuseDialOut('displayName length must be less than 200', createDisplayName(200)),
);
const createUserId = (length: number) => ({ phoneNumber, userId: 'u'.repeat(length) });
testDialOut(
  ['5.dial-out.user-id', '9.limit.user-id'],
  [createUserId(36)],
  refuseDialOut('userId length must be less than or equal to 36', createUserId(37)),
);

const testTransfer = testRules('joined', (call, [toEndPoint, callerId]: [string, string?]) =>
  call.sipCallTransfer({
    sessionId: 'session',
    toEndPoint,
    ...(callerId && { callerId }),
  } as never),
);
testTransfer(
  '5.transfer.target',
  [[sipUri], [phoneNumber]],
  createRefusal(
    matchText('must starts with either "sip:" or "+"'),
    ...[['420123456789'], ['jana@example.com']],
  ),
);
testTransfer(
  '5.transfer.caller-id',
  [[phoneNumber, 'id']],
  createRefusal('callerId is only valid when transferring to a PSTN number', [sipUri, 'id']),
);

const testDtmf = testRules('joined', (call, tones: string) =>
  call.sendDTMF({ sessionId: 's', tones }),
);
testDtmf(
  ['5.dtmf.length', '9.limit.dtmf'],
  ['1', '1'.repeat(20)],
  createRefusal('tones string must be upto 20 characters', '1'.repeat(21)),
);
testDtmf(
  '5.dtmf.tones',
  ['0123456789', 'ABCD*#'],
  createRefusal(
    expect.stringMatching(/^[Ea +w] is not valid DTMF tone$/),
    ...['E', 'a', '1 2', '+1', 'w'],
  ),
);

const testFrame = testRules('nothing', (_, options: object, lab) => {
  const several = { allowMultipleCallInstances: true };
  return lab.rethrowWithConsoleLines(() =>
    lab.library.default.createFrame(document.body, { ...several, ...options }),
  );
});
const createIntegration = (fields: object) => ({ customIntegrations: { tool: fields } });
const [label, location] = ['Tool', 'main'];
const [src, srcdoc] = ['https://voice.test/tool', '<p>Tool</p>'];
const whole = createIntegration({ label, location, src });
testFrame(
  '5.integration.label',
  [whole],
  createRefusal(matchText('label is required'), createIntegration({ location, src })),
);
testFrame(
  '5.integration.location',
  [whole, createIntegration({ label, location: 'sidebar', src })],
  createRefusal(
    matchText("location should be 'main' | 'sidebar'"),
    createIntegration({ label, location: 'footer', src }),
  ),
  createRefusal(matchText('location is required'), createIntegration({ label, src })),
);
testFrame(
  '5.integration.source',
  [whole, createIntegration({ label, location, srcdoc })],
  createRefusal(
    matchText('cannot have both src and srcdoc'),
    createIntegration({ label, location, src, srcdoc }),
  ),
  createRefusal(matchText('src or srcdoc is required'), createIntegration({ label, location })),
);
const button = { iconPath: src, label, tooltip: label };
const createTray = (...states: string[]) =>
  states.map((visualState) => ({ customTrayButtons: { button: { ...button, visualState } } }));
testFrame(
  '5.tray.state',
  createTray('default', 'sidebar-open', 'active'),
  createRefusal(matchText('customTrayButton visualState should be'), ...createTray('hidden')),
);
const createGrid = (maxTilesPerPage: number) => ({ layoutConfig: { grid: { maxTilesPerPage } } });
const mostTiles = matchText("grid.maxTilesPerPage can't be larger than 49");
testFrame('9.grid', [createGrid(1), createGrid(49)], createRefusal(mostTiles, createGrid(50)));
