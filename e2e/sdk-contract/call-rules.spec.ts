import { expect, rule, type Rule } from './contract';

const refused = expect.any(String);
const containing = (text: string) => expect.stringContaining(text);
const on = <Value>(where: Rule<Value>[0], attempt: Rule<Value>[1]): Rule<Value> => [where, attempt];

const userData = on('call', (call, data: unknown) => call.setUserData(data));
const userDataOf = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) });
const circular: { self?: unknown } = {};
circular.self = circular;

rule(
  '5.user-data.json',
  userData,
  [{ name: 'Jana', tags: ['a', 1, null] }],
  [[containing('userData must be serializable to JSON'), circular, { big: 1n }]],
);
rule(
  ['5.user-data.size', '9.limit.user-data'],
  userData,
  ['x'.repeat(4096), userDataOf(4096)],
  [
    [
      'userData is too large (4097 characters). Maximum size suppported is 4096.',
      ...['x'.repeat(4097), userDataOf(4097)],
    ],
  ],
);

type Observer = 'startRemoteParticipantsAudioLevelObserver' | 'startLocalAudioLevelObserver';
const everywhere = (...values: unknown[]) =>
  values.flatMap((ms) => [
    ['startRemoteParticipantsAudioLevelObserver', ms] as [Observer, number],
    ['startLocalAudioLevelObserver', ms] as [Observer, number],
  ]);
rule(
  '5.interval',
  on('joined', (call, [observe, ms]: [Observer, number]) => call[observe](ms)),
  everywhere(100, 101, 5_000),
  [
    [
      'The interval must be a number greater than or equal to 100 milliseconds.',
      ...everywhere(99, 1, -100, '200'),
    ],
  ],
);

const trackName = on('joined', (call, name: string, lab) =>
  call.startCustomTrack({ track: lab.soundTrack(), trackName: name }),
);
const tooLong = 'n'.repeat(51);
rule(
  ['5.custom-track.length', '9.limit.track-name'],
  trackName,
  ['n', 'n'.repeat(50)],
  [[refused, tooLong]],
);
rule(
  '5.custom-track.reserved',
  trackName,
  ['mine'],
  [
    [
      containing('must not match a track name already used'),
      ...['cam-audio', 'cam-video', 'screen-video', 'screen-audio', 'rmpAudio', 'rmpVideo'],
      'customVideoDefaults',
    ],
  ],
);
rule(
  '5.custom-track.mode',
  on('joined', (call, mode: unknown, lab) =>
    call.startCustomTrack({ track: lab.soundTrack(), mode: mode as 'music' }),
  ),
  ['music', 'speech', { bitrate: 64_000, stereo: true }, undefined],
  [[refused, 'noise', 7]],
);

rule(
  '5.recording.type',
  on('joined', (call, type: string) => call.startRecording({ type } as object)),
  ['cloud', 'raw-tracks', 'local', 'cloud-audio-only'],
  [
    [
      "invalid type: tape, allowed values 'cloud', 'cloud-audio-only', 'raw-tracks', or 'local'",
      'tape',
    ],
  ],
  { difference: 'one more: cloud-audio-only' },
);

const layer = { maxBitrate: 100_000 };
rule(
  '5.simulcast.array',
  on('nothing', (_, { camera, player }: { camera?: unknown; player?: object[] }, lab) => {
    const dailyConfig = { camSimulcastEncodings: camera };
    const options = { allowMultipleCallInstances: true };
    const call = lab.call(player ? options : { ...options, dailyConfig });
    const settings = { state: 'play', simulcastEncodings: player } as object;
    return player && call.startRemoteMediaPlayer({ url: lab.film, settings });
  }),
  [{ camera: [layer] }],
  [
    [refused, { camera: layer }, { camera: 'layer' }],
    [containing('validateSimulcastEncodings'), { player: [layer] }],
  ],
  {
    difference:
      'checked for the camera only; a remote media player that is given encodings fails, whatever they are',
  },
);
rule(
  ['5.simulcast.layers', '9.limit.simulcast'],
  on('nothing', (_, camSimulcastEncodings: object[], lab) =>
    lab.explained(() =>
      lab.call({ allowMultipleCallInstances: true, dailyConfig: { camSimulcastEncodings } }),
    ),
  ),
  [[layer], [layer, layer], [layer, layer, layer]],
  [
    [
      containing('encodings must be an Array with between 1 to 3 layers'),
      ...[[], [layer, layer, layer, layer]],
    ],
  ],
);

const camera = ['default-video', 'bandwidth-optimized', 'bandwidth-and-quality-balanced'];
camera.push('quality-optimized', 'adaptive-2-layers', 'adaptive-3-layers');
const screen = ['default-screen-video', 'detail-optimized', 'motion-optimized'];
screen.push('motion-and-detail-balanced');
// The refusal names every preset there is.
const naming = (presets: string[]) => expect.stringMatching(new RegExp(`: ${presets.join(',')}$`));

rule(
  '5.send.camera',
  on('call', (call, video: string) => call.updateSendSettings({ video } as never)),
  camera,
  [[naming(camera), 'no-preset', ...screen]],
);
rule(
  '5.send.screen',
  on('call', (call, screenVideo: string) => call.updateSendSettings({ screenVideo } as never)),
  screen,
  [[naming(screen), 'no-preset', ...camera]],
);
rule<unknown>(
  '5.send.quality',
  on('call', (call, maxQuality) => call.updateSendSettings({ video: { maxQuality } } as never)),
  ['low', 'medium', 'high'],
  [[refused, 'best', 2]],
);

const player = on('joined', (call, settings: object, lab) =>
  call.startRemoteMediaPlayer({
    url: lab.film,
    settings: { state: 'play', ...settings } as object,
  }),
);
const volumes = (...values: unknown[]) => values.map((volume) => ({ volume }));
rule(['5.player.volume', '9.limit.player-volume'], player, volumes(0, 0.5, 2), [
  [refused, ...volumes(2.01, -0.01, '1')],
]);

const processor = on('call', (call, [type, config]: [string, object]) =>
  call.updateInputSettings({ video: { processor: { type, config } } } as object),
);
const blurs = (...values: unknown[]) =>
  values.map((strength): [string, object] => ['background-blur', { strength }]);
const images = (...values: unknown[]) =>
  values.map((source): [string, object] => ['background-image', { source }]);
rule('5.background.blur', processor, blurs(0.01, 0.5, 1), [
  [refused, ...blurs(0, -0.5, 1.01, '0.5')],
]);
rule(['5.background.selection', '9.limit.background'], processor, images(1, 2, 9, 10), [
  [refused, ...images(0, 11, -1, 1.5, 'none')],
]);
rule(
  '5.background.source',
  on('call', (call, source: unknown) => {
    // The bytes of a buffer reach the page as an array.
    const value = source instanceof Uint8Array ? source.buffer : source;
    const image = { type: 'background-image', config: { source: value } };
    return call.updateInputSettings({ video: { processor: image } } as object);
  }),
  [
    ...['default', 'https://voice.test/beach.jpg', 'https://voice.test/beach.png'],
    new Uint8Array(8),
  ],
  [[refused, 'https://voice.test/beach.tiff']],
);

const dialOut = on('joined', (call, option: object) => call.startDialOut(option));
const says = (sentence: string) => `Error starting dial out: ${sentence}`;
const sipUri = 'sip:jana@example.com';
const phoneNumber = '+420123456789';
const numbers = (...values: string[]) => values.map((number) => ({ phoneNumber: number }));
const audio = (...codecs: string[][]) =>
  codecs.map((each) => ({ sipUri, codecs: { audio: each } }));
const video = (...codecs: string[][]) =>
  codecs.map((each) => ({ sipUri, video: true, codecs: { video: each } }));

rule(
  '5.dial-out.one',
  dialOut,
  [{ sipUri }, { phoneNumber }],
  [
    [says('either a sip uri or phone number must be provided'), {}],
    [says('only one of sip uri or phone number must be provided'), { sipUri, phoneNumber }],
  ],
);
rule(
  '5.dial-out.sip',
  dialOut,
  [{ sipUri }],
  [
    [
      says("Invalid SIP URI, must start with 'sip:'"),
      ...[{ sipUri: 'jana@example.com' }, { sipUri: 'tel:1' }],
    ],
  ],
);
rule('5.dial-out.phone', dialOut, numbers('+1', phoneNumber), [
  [
    says('Invalid phone number, must be valid phone number as per E.164'),
    ...numbers('420123456789', '+420 123', '+', '+42a'),
  ],
]);
rule(
  '5.dial-out.audio-codecs',
  dialOut,
  audio(['OPUS'], ['PCMU'], ['PCMA'], ['G722'], ['OPUS', 'G722']),
  [
    [
      says('audio codec must be one of OPUS, PCMU, PCMA, G722'),
      ...[...audio(['MP3']), { phoneNumber, codecs: { audio: ['MP3'] } }],
    ],
    [says('audio codec array specified but empty'), ...audio([])],
  ],
);
rule('5.dial-out.video-codecs', dialOut, video(['H264'], ['VP8'], ['VP8', 'H264']), [
  [says('video codec must be H264 or VP8'), ...video(['AV1'])],
  [says('video codec array specified but empty'), ...video([])],
]);
rule(
  '5.dial-out.caller-id',
  dialOut,
  [{ phoneNumber, callerId: 'id' }],
  [[says('callerId not allowed with sipUri'), { sipUri, callerId: 'id' }]],
);
const named = (length: number) => ({ phoneNumber, displayName: 'n'.repeat(length) });
rule(
  ['5.dial-out.display-name', '9.limit.display-name'],
  dialOut,
  [named(199)],
  [[says('displayName length must be less than 200'), named(200)]],
);
const identified = (length: number) => ({ phoneNumber, userId: 'u'.repeat(length) });
rule(
  ['5.dial-out.user-id', '9.limit.user-id'],
  dialOut,
  [identified(36)],
  [[says('userId length must be less than or equal to 36'), identified(37)]],
);

const transfer = on('joined', (call, option: object) =>
  call.sipCallTransfer({ sessionId: 'session', ...option } as never),
);
rule(
  '5.transfer.target',
  transfer,
  [{ toEndPoint: sipUri }, { toEndPoint: phoneNumber }],
  [
    [
      containing('must starts with either "sip:" or "+"'),
      ...[{ toEndPoint: '420123456789' }, { toEndPoint: 'jana@example.com' }],
    ],
  ],
);
rule(
  '5.transfer.caller-id',
  transfer,
  [{ toEndPoint: phoneNumber, callerId: 'id' }],
  [
    [
      'callerId is only valid when transferring to a PSTN number',
      { toEndPoint: sipUri, callerId: 'id' },
    ],
  ],
);

const dtmf = on('joined', (call, tones: string) => call.sendDTMF({ sessionId: 's', tones }));
rule(['5.dtmf.length', '9.limit.dtmf'], dtmf, ['1', '1'.repeat(20)], [[refused, '1'.repeat(21)]]);
rule('5.dtmf.tones', dtmf, ['0123456789', 'ABCD*#'], [[refused, 'E', 'a', '1 2', '+1', 'w']]);

const frame = on('nothing', (_, options: object, lab) =>
  lab.explained(() =>
    lab.library.default.createFrame(document.body, {
      ...{ allowMultipleCallInstances: true, ...options },
    }),
  ),
);
const integration = (fields: object) => ({ customIntegrations: { tool: fields } });
const src = 'https://voice.test/tool';
const srcdoc = '<p>Tool</p>';
const label = 'Tool';
const location = 'main';
const whole = integration({ label, location, src });

rule(
  '5.integration.label',
  frame,
  [whole],
  [[containing('label is required'), integration({ location, src })]],
);
rule(
  '5.integration.location',
  frame,
  [whole, integration({ label, location: 'sidebar', src })],
  [
    [refused, integration({ label, location: 'footer', src })],
    [containing('location is required'), integration({ label, src })],
  ],
);
rule(
  '5.integration.source',
  frame,
  [whole, integration({ label, location, srcdoc })],
  [
    [containing('cannot have both src and srcdoc'), integration({ label, location, src, srcdoc })],
    [containing('src or srcdoc is required'), integration({ label, location })],
  ],
);
const tray = (...states: string[]) =>
  states.map((visualState) => ({
    customTrayButtons: { button: { iconPath: src, label, tooltip: label, visualState } },
  }));
rule('5.tray.state', frame, tray('default', 'sidebar-open', 'active'), [
  [refused, ...tray('hidden')],
]);
const grid = (maxTilesPerPage: number) => ({ layoutConfig: { grid: { maxTilesPerPage } } });
rule(
  '9.grid',
  frame,
  [grid(1), grid(49)],
  [[containing("grid.maxTilesPerPage can't be larger than 49"), grid(50)]],
);

const sessionData = on('joined', (call, data: object) => call.setMeetingSessionData(data));
rule(
  '9.session-data',
  sessionData,
  [userDataOf(102_400)],
  [
    [
      'Meeting session data is too large (102401 characters). Maximum size suppported is 102400.',
      userDataOf(102_401),
    ],
  ],
);
