import { CallError, type FailureKind } from '@/lib/call/failures';
import { withDeadline } from '@/lib/deadline';
import { getMediaDevices, isInAppBrowser, queryMicrophonePermission } from './browser';

/** The visitor's audio input. The call closes it; closing it twice is harmless. */
export type CallInput =
  /** Holds the permission stream; the SDK opens its own. */
  | { kind: 'voice'; close(): void }
  /** The SDK sends this track instead of a microphone's. */
  | { kind: 'text'; track: MediaStreamTrack; close(): void };

const QUERY_TIMEOUT_MS = 1_000;

/** What Chromium says when the operating system forbids the microphone. */
export const SYSTEM_DENIAL = /denied by system/i;

const KINDS_BY_NAME: Readonly<Record<string, FailureKind>> = {
  SecurityError: 'microphone-denied',
  NotFoundError: 'microphone-missing',
  OverconstrainedError: 'microphone-missing',
};

async function readCaptureError(error: unknown): Promise<FailureKind> {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  if (name !== 'NotAllowedError') return KINDS_BY_NAME[String(name)] ?? 'microphone-busy';
  if (SYSTEM_DENIAL.test(String(message))) return 'microphone-denied-by-system';
  const state = await withDeadline(queryMicrophonePermission(), QUERY_TIMEOUT_MS).then(
    (status) => status?.state,
    () => undefined,
  );
  // The site may use the microphone, but the browser may not.
  if (state === 'granted') return 'microphone-denied-by-system';
  // The browser asks again if its prompt was closed without an answer.
  return state === 'prompt' ? 'microphone-dismissed' : 'microphone-denied';
}

/** @throws CallError */
export async function openMicrophone(): Promise<CallInput> {
  const devices = getMediaDevices();
  if (!devices?.getUserMedia) {
    const kind = isInAppBrowser() ? 'in-app-browser' : 'unsupported-browser';
    throw new CallError(window.isSecureContext ? kind : 'insecure-context', 'no getUserMedia');
  }
  try {
    const stream = await devices.getUserMedia({ audio: true });
    return { kind: 'voice', close: () => stream.getTracks().forEach((track) => track.stop()) };
  } catch (error) {
    throw new CallError(await readCaptureError(error), String(error));
  }
}

/**
 * Creates a silent track for a typed call. Call it inside a press, or browsers suspend it.
 *
 * @throws CallError
 */
export function createSilence(): CallInput {
  const closed = new AbortController();
  const ignore = () => undefined;
  try {
    const context = new AudioContext();
    const output = context.createMediaStreamDestination();
    // Without a source the track sends no packets, and the provider ends calls without audio.
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(output);
    silence.start();
    const [track] = output.stream.getAudioTracks() as [MediaStreamTrack];
    const resume = () => {
      if (context.state !== 'running') context.resume().catch(ignore);
    };
    resume();
    // A phone call interrupts it, and only a key or a press lets it go on.
    for (const type of ['keydown', 'pointerup'])
      window.addEventListener(type, resume, { capture: true, signal: closed.signal });
    const close = () => {
      closed.abort();
      track.stop();
      context.close().catch(ignore);
    };
    return { kind: 'text', track, close };
  } catch (error) {
    throw new CallError('unsupported-browser', String(error));
  }
}
