import { expect, refuses, testRules } from './contract';

const anything = expect.any(String);
const containing = (text: string) => expect.stringContaining(text);

const userData = testRules('call', (call, data: unknown) => call.setUserData(data));
const createData = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });
const circular: { self?: unknown } = {};
circular.self = circular;
userData(
  '5.user-data.json',
  [{ name: 'Jana', tags: ['a', 1, null] }],
  refuses(containing('userData must be serializable to JSON'), circular, { big: 1n }),
);
const largest = 'userData is too large (4097 characters). Maximum size suppported is 4096.';
userData(
  ['5.user-data.size', '9.limit.user-data'],
  ['x'.repeat(4096), createData(4096)],
  refuses(largest, 'x'.repeat(4097), createData(4097)),
);
const session = testRules('joined', (call, data: object) => call.setMeetingSessionData(data));
const largestSession =
  'Meeting session data is too large (102401 characters). Maximum size suppported is 102400.';
session('9.session-data', [createData(102_400)], refuses(largestSession, createData(102_401)));

type Observer = 'startRemoteParticipantsAudioLevelObserver' | 'startLocalAudioLevelObserver';
const everywhere = (...values: unknown[]) =>
  values.flatMap((ms) =>
    ['startRemoteParticipantsAudioLevelObserver', 'startLocalAudioLevelObserver'].map(
      (observe) => [observe, ms] as [Observer, number],
    ),
  );
const interval = 'The interval must be a number greater than or equal to 100 milliseconds.';
testRules('joined', (call, [observe, ms]: [Observer, number]) => call[observe](ms))(
  '5.interval',
  everywhere(100, 101, 5_000),
  refuses(interval, ...everywhere(99, 1, -100, '200')),
);

const track = testRules('joined', (call, options: object, lab) =>
  call.startCustomTrack({ track: lab.createAudioTrack(), ...options }),
);
const named = (...names: string[]) => names.map((trackName) => ({ trackName }));
const inMode = (...modes: unknown[]) => modes.map((mode) => ({ mode }));
track(
  ['5.custom-track.length', '9.limit.track-name'],
  named('n', 'n'.repeat(50)),
  refuses(anything, ...named('n'.repeat(51))),
);
const reserved = ['cam-audio', 'cam-video', 'screen-video', 'screen-audio', 'rmpAudio', 'rmpVideo'];
track(
  '5.custom-track.reserved',
  named('mine'),
  refuses(
    containing('must not match a track name already used'),
    ...named(...reserved, 'customVideoDefaults'),
  ),
);
track(
  '5.custom-track.mode',
  inMode('music', 'speech', { bitrate: 64_000, stereo: true }, undefined),
  refuses(anything, ...inMode('noise', 7)),
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
  refuses(recordingTypes, 'tape'),
);

const layer = { maxBitrate: 100_000 };
testRules(
  'nothing',
  (_, { camera, player }: { camera?: unknown; player?: object[] }, lab) => {
    const dailyConfig = { camSimulcastEncodings: camera };
    const options = { allowMultipleCallInstances: true };
    const call = lab.call(player ? options : { ...options, dailyConfig });
    const settings = { state: 'play', simulcastEncodings: player } as object;
    return player && call.startRemoteMediaPlayer({ url: lab.filmUrl, settings });
  },
  'checked for the camera only; a remote media player that is given encodings fails, ' +
    'whatever they are',
)(
  '5.simulcast.array',
  [{ camera: [layer] }],
  refuses(anything, { camera: layer }, { camera: 'layer' }),
  refuses(containing('validateSimulcastEncodings'), { player: [layer] }),
);
testRules('nothing', (_, camSimulcastEncodings: object[], lab) => {
  const options = { allowMultipleCallInstances: true, dailyConfig: { camSimulcastEncodings } };
  lab.rethrowWithConsoleLines(() => lab.call(options));
})(
  ['5.simulcast.layers', '9.limit.simulcast'],
  [1, 2, 3].map((layers) => Array<object>(layers).fill(layer)),
  refuses(
    containing('encodings must be an Array with between 1 to 3 layers'),
    ...[[], Array<object>(4).fill(layer)],
  ),
);

const presets = (names: string) => ({
  names: names.split(' '),
  // The refusal names every preset there is.
  all: expect.stringMatching(new RegExp(`: ${names.replaceAll(' ', ',')}$`)),
});
const camera = presets(
  'default-video bandwidth-optimized bandwidth-and-quality-balanced quality-optimized ' +
    'adaptive-2-layers adaptive-3-layers',
);
const screen = presets(
  'default-screen-video detail-optimized motion-optimized motion-and-detail-balanced',
);
testRules('call', (call, preset: string) => call.updateSendSettings({ video: preset } as never))(
  '5.send.camera',
  camera.names,
  refuses(camera.all, 'no-preset', ...screen.names),
);
testRules('call', (call, preset: string) =>
  call.updateSendSettings({ screenVideo: preset } as never),
)('5.send.screen', screen.names, refuses(screen.all, 'no-preset', ...camera.names));
testRules('call', (call, maxQuality: unknown) =>
  call.updateSendSettings({ video: { maxQuality } } as never),
)('5.send.quality', ['low', 'medium', 'high'], refuses(anything, 'best', 2));

testRules('joined', (call, volume: unknown, lab) => {
  const settings = { state: 'play', volume } as object;
  return call.startRemoteMediaPlayer({ url: lab.filmUrl, settings });
})(['5.player.volume', '9.limit.player-volume'], [0, 0.5, 2], refuses(anything, 2.01, -0.01, '1'));

testRules('call', (call, strength: unknown) => {
  const processor = { type: 'background-blur', config: { strength } };
  return call.updateInputSettings({ video: { processor } } as object);
})('5.background.blur', [0.01, 0.5, 1], refuses(anything, 0, -0.5, 1.01, '0.5'));

const image = testRules('call', (call, given: unknown) => {
  // The bytes of a buffer reach the page as an array.
  const source = given instanceof Uint8Array ? given.buffer : given;
  const processor = { type: 'background-image', config: { source } };
  return call.updateInputSettings({ video: { processor } } as object);
});
image(
  ['5.background.selection', '9.limit.background'],
  [1, 2, 9, 10],
  refuses(anything, 0, 11, -1, 1.5, 'none'),
);
const picture = (type: string) => `https://voice.test/beach.${type}`;
image(
  '5.background.source',
  ['default', picture('jpg'), picture('png'), new Uint8Array(8)],
  refuses(anything, picture('tiff')),
);

const dialOut = testRules('joined', (call, option: object) => call.startDialOut(option));
const unable = (reason: string, ...options: object[]) =>
  refuses(`Error starting dial out: ${reason}`, ...options);
const sipUri = 'sip:jana@example.com';
const phoneNumber = '+420123456789';
const numbers = (...values: string[]) => values.map((number) => ({ phoneNumber: number }));
const audio = (...codecs: string[][]) =>
  codecs.map((each) => ({ sipUri, codecs: { audio: each } }));
const video = (...codecs: string[][]) =>
  codecs.map((each) => ({ sipUri, video: true, codecs: { video: each } }));
dialOut(
  '5.dial-out.one',
  [{ sipUri }, { phoneNumber }],
  unable('either a sip uri or phone number must be provided', {}),
  unable('only one of sip uri or phone number must be provided', { sipUri, phoneNumber }),
);
const noSip = [{ sipUri: 'jana@example.com' }, { sipUri: 'tel:1' }];
dialOut(
  '5.dial-out.sip',
  [{ sipUri }],
  unable("Invalid SIP URI, must start with 'sip:'", ...noSip),
);
dialOut(
  '5.dial-out.phone',
  numbers('+1', phoneNumber),
  unable(
    'Invalid phone number, must be valid phone number as per E.164',
    ...numbers('420123456789', '+420 123', '+', '+42a'),
  ),
);
dialOut(
  '5.dial-out.audio-codecs',
  audio(['OPUS'], ['PCMU'], ['PCMA'], ['G722'], ['OPUS', 'G722']),
  unable(
    'audio codec must be one of OPUS, PCMU, PCMA, G722',
    ...[...audio(['MP3']), { phoneNumber, codecs: { audio: ['MP3'] } }],
  ),
  unable('audio codec array specified but empty', ...audio([])),
);
dialOut(
  '5.dial-out.video-codecs',
  video(['H264'], ['VP8'], ['VP8', 'H264']),
  unable('video codec must be H264 or VP8', ...video(['AV1'])),
  unable('video codec array specified but empty', ...video([])),
);
dialOut(
  '5.dial-out.caller-id',
  [{ phoneNumber, callerId: 'id' }],
  unable('callerId not allowed with sipUri', { sipUri, callerId: 'id' }),
);
const displayed = (length: number) => ({ phoneNumber, displayName: 'n'.repeat(length) });
dialOut(
  ['5.dial-out.display-name', '9.limit.display-name'],
  [displayed(199)],
  unable('displayName length must be less than 200', displayed(200)),
);
const identified = (length: number) => ({ phoneNumber, userId: 'u'.repeat(length) });
dialOut(
  ['5.dial-out.user-id', '9.limit.user-id'],
  [identified(36)],
  unable('userId length must be less than or equal to 36', identified(37)),
);

const transfer = testRules('joined', (call, [toEndPoint, callerId]: [string, string?]) =>
  call.sipCallTransfer({
    sessionId: 'session',
    toEndPoint,
    ...(callerId && { callerId }),
  } as never),
);
transfer(
  '5.transfer.target',
  [[sipUri], [phoneNumber]],
  refuses(
    containing('must starts with either "sip:" or "+"'),
    ...[['420123456789'], ['jana@example.com']],
  ),
);
transfer(
  '5.transfer.caller-id',
  [[phoneNumber, 'id']],
  refuses('callerId is only valid when transferring to a PSTN number', [sipUri, 'id']),
);

const dtmf = testRules('joined', (call, tones: string) => call.sendDTMF({ sessionId: 's', tones }));
dtmf(['5.dtmf.length', '9.limit.dtmf'], ['1', '1'.repeat(20)], refuses(anything, '1'.repeat(21)));
dtmf('5.dtmf.tones', ['0123456789', 'ABCD*#'], refuses(anything, 'E', 'a', '1 2', '+1', 'w'));

const frame = testRules('nothing', (_, options: object, lab) => {
  const several = { allowMultipleCallInstances: true };
  lab.rethrowWithConsoleLines(() =>
    lab.library.default.createFrame(document.body, { ...several, ...options }),
  );
});
const integration = (fields: object) => ({ customIntegrations: { tool: fields } });
const [label, location] = ['Tool', 'main'];
const [src, srcdoc] = ['https://voice.test/tool', '<p>Tool</p>'];
const whole = integration({ label, location, src });
frame(
  '5.integration.label',
  [whole],
  refuses(containing('label is required'), integration({ location, src })),
);
frame(
  '5.integration.location',
  [whole, integration({ label, location: 'sidebar', src })],
  refuses(anything, integration({ label, location: 'footer', src })),
  refuses(containing('location is required'), integration({ label, src })),
);
frame(
  '5.integration.source',
  [whole, integration({ label, location, srcdoc })],
  refuses(
    containing('cannot have both src and srcdoc'),
    integration({ label, location, src, srcdoc }),
  ),
  refuses(containing('src or srcdoc is required'), integration({ label, location })),
);
const button = { iconPath: src, label, tooltip: label };
const tray = (...states: string[]) =>
  states.map((visualState) => ({ customTrayButtons: { button: { ...button, visualState } } }));
frame(
  '5.tray.state',
  tray('default', 'sidebar-open', 'active'),
  refuses(anything, ...tray('hidden')),
);
const grid = (maxTilesPerPage: number) => ({ layoutConfig: { grid: { maxTilesPerPage } } });
const mostTiles = containing("grid.maxTilesPerPage can't be larger than 49");
frame('9.grid', [grid(1), grid(49)], refuses(mostTiles, grid(50)));
