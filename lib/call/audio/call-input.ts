import type { FailureKind } from '@/lib/call/failures';
import type { InputKind } from '@/lib/call/types';

/** The visitor's audio input. The call closes it; closing it twice is harmless. */
export type CallInput =
  /** Holds the permission stream; the SDK opens its own. */
  | { kind: 'voice'; close(): void }
  /** The SDK sends this track instead of a microphone's. */
  | { kind: 'text'; track: MediaStreamTrack; close(): void };

export type CaptureResult<Kind extends InputKind> =
  { ok: true; input: Extract<CallInput, { kind: Kind }> } | { ok: false; kind: FailureKind };

/** Creates a silent track for a typed call. Call it inside a press, or browsers suspend it. */
export function createSilentTrack(): CaptureResult<'text'> {
  try {
    const context = new AudioContext();
    const output = context.createMediaStreamDestination();
    // Without a source the track sends no packets, and the provider ends calls without audio.
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(output);
    silence.start();
    const [track] = output.stream.getAudioTracks() as [MediaStreamTrack];
    const ignore = () => undefined;
    context.resume().catch(ignore);
    const close = () => {
      track.stop();
      context.close().catch(ignore);
    };
    return { ok: true, input: { kind: 'text', track, close } };
  } catch {
    return { ok: false, kind: 'unsupported-browser' };
  }
}
