import {
  readCameraError,
  readCaptureError,
  readEndedReason,
  readSdkError,
  vendorText,
} from '@/lib/voice/call-errors';

const start = (error: unknown) => readSdkError({ type: 'start-method-error', error }, 'dialling');
const daily = (error: unknown) => ({ type: 'daily-error', error });

it.each([
  [400, 'assistant-unknown'],
  [401, 'key-rejected'],
  [402, 'quota-exhausted'],
  [403, 'key-rejected'],
  [404, 'assistant-unknown'],
  [429, 'service-busy'],
  [500, 'service-failed'],
  [503, 'service-failed'],
  [418, 'start-failed'],
  [499, 'start-failed'],
])('an answer of status %i to dialling means %s', (statusCode, kind) => {
  expect(start({ statusCode })).toEqual({ effect: 'fatal', kind });
});

it('a status that says nothing leaves it to the words', () => {
  expect(start({ statusCode: 418, message: 'Invalid key' })).toMatchObject({
    kind: 'key-rejected',
  });
  expect(start({ statusCode: '401', message: 'A credit is missing' })).toMatchObject({
    kind: 'quota-exhausted',
  });
});

it.each([
  ['Failed to load Call Object Bundle', 'script-blocked'],
  ['WebRTC not supported or suppressed', 'unsupported-browser'],
  ['Assistant must be provided', 'not-configured'],
  ['INVALID KEY', 'key-rejected'],
  ['Unauthorized', 'key-rejected'],
  ['No credits left', 'quota-exhausted'],
  ['Wallet Balance is 0', 'quota-exhausted'],
  ['Over quota', 'quota-exhausted'],
  ['Payment Required', 'quota-exhausted'],
  ['No room URL has been provided', 'service-failed'],
  ["reading 'webCallUrl'", 'service-failed'],
  ['Failed to fetch', 'service-unreachable'],
  ['NetworkError when attempting', 'service-unreachable'],
  ['Load failed', 'service-unreachable'],
  ['Something else', 'start-failed'],
])('dialling that ends in "%s" means %s', (message, kind) => {
  expect(start({ message })).toEqual({ effect: 'fatal', kind });
});

it.each([
  ['no-room', 'call-refused'],
  ['not-allowed', 'call-refused'],
  ['meeting-full', 'call-refused'],
  ['exp-room', 'call-refused'],
  ['exp-token', 'call-refused'],
  ['nbf-room', 'call-refused'],
  ['nbf-token', 'call-refused'],
  ['end-of-life', 'call-refused'],
  ['ejected', 'call-refused'],
  ['connection-error', 'service-unreachable'],
  ['of-no-known-type', 'start-failed'],
  [7, 'start-failed'],
])('a join that ends in %s means %s', (type, kind) => {
  expect(readSdkError(daily({ type }), 'joining')).toEqual({ effect: 'fatal', kind });
});

it.each([
  ['ejected', { effect: 'end', reason: 'assistant' }],
  ['exp-room', { effect: 'end', reason: 'time-limit' }],
  ['exp-token', { effect: 'end', reason: 'time-limit' }],
  ['connection-error', { effect: 'fatal', kind: 'connection-lost' }],
  ['no-room', { effect: 'doubtful', kind: 'unknown' }],
])('%s in a live call is read as %p', (type, reading) => {
  expect(readSdkError(daily({ type }), 'live')).toEqual(reading);
});

it.each([
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
  'audio-observer-setup-error',
  'video-recording-setup-error',
])('%s harms no call', (type) => {
  expect(readSdkError({ type }, 'live')).toEqual({ effect: 'harmless' });
});

it.each(['start-method-error', 'daily-call-join-error', 'daily-call-object-creation-error'])(
  '%s is read for its reason',
  (type) => {
    const error = { message: 'Unauthorized' };
    expect(readSdkError({ type, error }, 'joining')).toEqual({
      effect: 'fatal',
      kind: 'key-rejected',
    });
    expect(readSdkError({ type, error }, 'live')).toMatchObject({ effect: 'fatal' });
  },
);

it('input that the SDK itself refuses is a fault of the configuration, even in a live call', () => {
  expect(readSdkError({ type: 'validation-error' }, 'live')).toEqual({
    effect: 'fatal',
    kind: 'not-configured',
  });
});

it.each([
  ['an exception', new SyntaxError('Unexpected token <')],
  ['its copy', { name: 'SyntaxError' }],
])('%s of reading an answer that is no JSON is the service’s failure', (_, error) => {
  expect(start(error)).toMatchObject({ kind: 'service-failed' });
  expect(start({ error })).toMatchObject({ kind: 'service-failed' });
});

describe('what is wrapped', () => {
  const wrapped = (layers: number) => {
    let error: unknown = { statusCode: 401 };
    for (let layer = 0; layer < layers; layer += 1) error = { error };
    return error;
  };

  it.each([
    [3, 'key-rejected'],
    [4, 'key-rejected'],
    [5, 'start-failed'],
  ])('in %i layers is read as %s', (layers, kind) => {
    expect(start(wrapped(layers))).toMatchObject({ kind });
  });

  it.each([
    ['objects', (inner: unknown) => ({ message: inner }), 4],
    ['strings of JSON', (inner: unknown) => ({ message: JSON.stringify(inner) }), 2],
  ])('in %s is read to a depth that no vendor goes beyond', (_, wrap, deepest) => {
    let error: unknown = { statusCode: 401 };
    for (let layer = 0; layer < deepest; layer += 1) error = wrap(error);
    expect(start(error)).toMatchObject({ kind: 'key-rejected' });
    expect(start(wrap(error))).toMatchObject({ kind: 'start-failed' });
  });

  it.each([
    ['in a string of JSON', 'quota-exhausted', { message: '{"statusCode":402}' }],
    [
      'in a string of JSON in another',
      'quota-exhausted',
      { message: '{"message":"{\\"statusCode\\":402}"}' },
    ],
    ['in a string that only looks like JSON', 'quota-exhausted', { message: '{wallet' }],
    ['in JSON written twice', 'start-failed', { message: JSON.stringify('{"statusCode":402}') }],
    ['in a list', 'start-failed', { message: '[{"statusCode":402}]' }],
  ])('%s is read as %s', (_, kind, error) => {
    expect(start(error)).toMatchObject({ kind });
  });
});

it.each([
  ['just words', 'just words'],
  [{ message: 'a', msg: 'b', errorMsg: 'c', error: 'd' }, 'a | b | c | d'],
  [{ message: ['a', 'b'] }, 'a | b'],
  [{ message: 'a', error: { message: 'a', msg: 'b' } }, 'a | b'],
  [{ message: 7 }, ''],
  [null, ''],
])('the words in %p are "%s"', (raw, text) => {
  expect(vendorText(raw)).toBe(text);
});

it.each([
  ['permissions', 'microphone-denied'],
  ['not-found', 'microphone-missing'],
  ['constraints', 'microphone-missing'],
  ['undefined-mediadevices', 'unsupported-browser'],
  ['mic-in-use', 'microphone-busy'],
])('the SDK’s %s means %s', (type, kind) => {
  expect(readCameraError({ error: { type } })).toBe(kind);
});

it.each([
  ['NotAllowedError', 'microphone-denied'],
  ['SecurityError', 'microphone-denied'],
  ['NotFoundError', 'microphone-missing'],
  ['OverconstrainedError', 'microphone-missing'],
  ['AbortError', 'microphone-busy'],
])('the browser’s %s means %s', (name, kind) => {
  expect(readCaptureError(new DOMException('', name), false)).toBe(kind);
});

it.each([null, undefined, 'denied'])('%p from the browser is a busy microphone', (error) => {
  expect(readCaptureError(error, false)).toBe('microphone-busy');
  expect(readCaptureError(error, true)).toBe('microphone-busy');
});

it.each([
  ['over-quota', 'quota-exhausted'],
  ['no-credit-error', 'quota-exhausted'],
  ['concurrency-limit', 'quota-exhausted'],
  ['pipeline-error', 'assistant-failed'],
  ['worker-fault', 'assistant-failed'],
  ['voice-failed', 'assistant-failed'],
  ['assistant-not-found', 'assistant-unknown'],
])('a call that ended with %s has failed: %s', (endedReason, kind) => {
  expect(readEndedReason(endedReason)).toEqual({ ok: false, kind });
});

it('a reason nobody has seen is a normal end', () => {
  expect(readEndedReason('a-new-reason')).toEqual({ ok: true, reason: 'assistant' });
});
