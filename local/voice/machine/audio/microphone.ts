import type { ScenarioId } from '../../scenarios';
import type { AudioState } from '../participants';

type MicrophoneError = { type: string; msg: string; [detail: string]: unknown };

export type Microphone =
  | { stream: MediaStream; error?: undefined }
  | { stream?: undefined; error: MicrophoneError; blocked: NonNullable<AudioState['blocked']> };

const SIMULATED_ERRORS: Partial<Record<ScenarioId, DOMException>> = {
  'microphone-denied': new DOMException('Permission denied', 'NotAllowedError'),
  'microphone-missing': new DOMException('Requested device not found', 'NotFoundError'),
  'microphone-busy': new DOMException('Could not start audio source', 'NotReadableError'),
};

function readError(error: unknown): Microphone {
  const { name, message: msg } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        error: { type: 'permissions', blockedBy: 'user', blockedMedia: ['audio'], msg },
        blocked: { byPermissions: true },
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        error: { type: 'not-found', missingMedia: ['audio'], msg },
        blocked: { byDeviceMissing: true },
      };
    case 'NotReadableError':
    case 'AbortError':
      return { error: { type: 'mic-in-use', msg }, blocked: { byDeviceInUse: true } };
    default:
      return { error: { type: 'unknown', msg }, blocked: {} };
  }
}

/** Opens the microphone. A real or simulated failure is a value in the SDK's format. */
export async function openMicrophone(scenario: ScenarioId, deviceId?: string): Promise<Microphone> {
  try {
    const error = SIMULATED_ERRORS[scenario];
    if (error) throw error;
    const audio = {
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
    };
    return { stream: await navigator.mediaDevices.getUserMedia({ audio }) };
  } catch (error) {
    return readError(error);
  }
}
