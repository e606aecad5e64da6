/**
 * Payloads of the SDK's error events, recorded from @vapi-ai/web 2.7.1 without times and stacks.
 */

function createStartMethodError(error: unknown) {
  return {
    type: 'start-method-error',
    phase: 'unknown',
    error,
    totalDuration: 9,
    context: { hasAssistant: true, hasSquad: false, hasWorkflow: false, isMobile: false },
  };
}

function createRestError(body: Record<string, unknown>) {
  return createStartMethodError({ message: body, data: null, error: body });
}

/** What our own server answers in place of a call. */
function createRefusal(error: string) {
  return createRestError({ ok: false, error });
}

function createDailyError(error: Record<string, unknown>, errorMsg = String(error.msg)) {
  return {
    type: 'daily-error',
    error: { message: error, action: 'error', errorMsg, error, callClientId: 'c1' },
  };
}

const bundleText = 'Failed to load call object bundle https://c.example/bundle.js';
const parseError = new SyntaxError('Unexpected token < in JSON at position 0');

export const sdkErrors = {
  callsSpent: createRefusal('calls_spent'),
  wrongKey: createRefusal('provider_rejected'),
  unknownAssistant: createRefusal('unknown_assistant'),
  noCredit: createRefusal('provider_quota'),
  newRefusal: createRestError({ ok: false, error: 'of_a_newer_server', message: 'Load failed.' }),
  /** An answer of a proxy in front of our server. */
  foreignAnswer: createRestError({ error: { code: '429', message: 'Too many requests' } }),
  htmlAnswer: createStartMethodError({ message: parseError, data: null, error: parseError }),
  offline: createStartMethodError({
    message: { message: 'Failed to fetch', name: 'TypeError' },
    data: null,
    error: { message: 'Failed to fetch', name: 'TypeError' },
  }),
  emptyRoom: {
    type: 'daily-call-join-error',
    phase: 'daily-call-join',
    error: { message: 'No room URL has been provided', name: 'Error' },
    duration: 1,
  },
  notJson: createStartMethodError({
    message: "Cannot read properties of null (reading 'webCallUrl')",
  }),
  noAssistant: {
    type: 'validation-error',
    phase: 'input-validation',
    error: { message: 'Assistant or Squad or Workflow must be provided.', name: 'Error' },
  },
  noWebRtc: {
    type: 'daily-call-object-creation-error',
    phase: 'daily-call-object-creation',
    error: { message: 'WebRTC not supported or suppressed', name: 'Error' },
  },
  duplicate: createStartMethodError({ message: 'Duplicate DailyIframe instances are not allowed' }),
  noRoom: createDailyError({
    type: 'no-room',
    msg: 'The meeting you are trying to join does not exist.',
  }),
  joinRefused: {
    type: 'daily-call-join-error',
    phase: 'daily-call-join',
    error: {
      message: '{"type":"not-allowed","msg":"You are not allowed to join this meeting"}',
      type: 'not-allowed',
      msg: 'You are not allowed to join this meeting',
    },
  },
  scriptMissing: createDailyError(
    {
      type: 'connection-error',
      msg: 'Failed to load call object bundle.',
      details: { on: 'load', sourceError: { msg: 'x' }, bundleUrl: 'https://c.example/bundle.js' },
    },
    bundleText,
  ),
  scriptMissingAgain: createStartMethodError({ message: bundleText }),
  ejected: createDailyError({ type: 'ejected', msg: 'Meeting has ended' }),
  roomExpired: createDailyError({ type: 'exp-room', msg: 'Meeting expired' }),
  connectionLost: createDailyError({
    type: 'connection-error',
    msg: 'Network connection lost',
    details: { on: 'reconnect' },
  }),
  noiseFilter: {
    type: 'audio-processing-setup-error',
    phase: 'audio-processing-setup',
    error: {
      message: '{"type":"audio-processor-error","msg":"KrispInitError: Canceled"}',
      type: 'audio-processor-error',
      msg: 'KrispInitError: Canceled',
    },
  },
  playbackBlocked: {
    type: 'audio-start-failed',
    error: { message: 'play() failed', name: 'NotAllowedError', code: 0 },
  },
  neverSeen: { type: 'a-new-type', error: { message: { deep: { deeper: true } } } },
};

function createCameraError(error: Record<string, unknown>) {
  return {
    type: 'camera-error',
    error: {
      message: error,
      action: 'camera-error',
      errorMsg: { errorMsg: error.msg, audioOk: false, videoOk: true },
      error,
      callClientId: 'c1',
    },
  };
}

export const cameraErrors = {
  denied: createCameraError({
    type: 'permissions',
    blockedBy: 'user',
    blockedMedia: ['audio'],
    msg: 'Permission denied',
  }),
  deniedBySystem: createCameraError({
    type: 'permissions',
    blockedBy: 'user',
    blockedMedia: ['audio'],
    msg: 'Permission denied by system',
  }),
  missing: createCameraError({
    type: 'not-found',
    missingMedia: ['audio'],
    msg: 'Requested device not found',
  }),
  constraints: createCameraError({
    type: 'constraints',
    reason: 'invalid',
    failedMedia: ['audio'],
    msg: 'OverconstrainedError',
  }),
  busy: createCameraError({ type: 'mic-in-use', msg: 'Could not start audio source' }),
};
