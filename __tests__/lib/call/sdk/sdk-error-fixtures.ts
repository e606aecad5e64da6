/**
 * Payloads of the SDK's error events, recorded from @vapi-ai/web 2.7.1 without times and stacks.
 */

function createReconnectError<Detail>(error: Detail) {
  return { type: 'reconnect-error', error, context: { isReconnect: true } };
}

function createDailyError(error: Record<string, unknown>, errorMsg = String(error.msg)) {
  return {
    type: 'daily-error',
    error: { message: error, action: 'error', errorMsg, error },
  };
}

const bundleText = 'Failed to load call object bundle https://c.example/bundle.js';

export const sdkErrors = {
  offline: createReconnectError({ message: 'Failed to fetch', name: 'TypeError' }),
  noWebRtc: createReconnectError({ message: 'WebRTC not supported or suppressed', name: 'Error' }),
  duplicate: createReconnectError({ message: 'Duplicate DailyIframe instances are not allowed' }),
  noRoom: createDailyError({
    type: 'no-room',
    msg: 'The meeting you are trying to join does not exist.',
  }),
  joinRefused: createReconnectError({
    message: '{"type":"not-allowed","msg":"You are not allowed to join this meeting"}',
    type: 'not-allowed',
    msg: 'You are not allowed to join this meeting',
  }),
  scriptMissing: createDailyError(
    {
      type: 'connection-error',
      msg: 'Failed to load call object bundle.',
      details: { on: 'load', sourceError: { msg: 'x' }, bundleUrl: 'https://c.example/bundle.js' },
    },
    bundleText,
  ),
  scriptMissingAgain: createReconnectError({ message: bundleText }),
  ejected: createDailyError({ type: 'ejected', msg: 'Meeting has ended' }),
  roomExpired: createDailyError({ type: 'exp-room', msg: 'Meeting expired' }),
  connectionLost: createDailyError({
    type: 'connection-error',
    msg: 'Network connection lost',
    details: { on: 'reconnect' },
  }),
  noiseFilter: {
    type: 'audio-processing-setup-error',
    stage: 'audio-processing-setup',
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
