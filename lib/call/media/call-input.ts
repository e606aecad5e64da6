import type { FailureKind } from '@/lib/content/call-copy';
import type { InputKind } from '../state/call-events';

/** What a call gets from the visitor. The call closes it; closing it again does nothing. */
export type CallInput =
  /** Holds the permission stream; the SDK opens its own. */
  | { kind: 'voice'; close(): void }
  /** The SDK sends this track in place of a microphone's. */
  | { kind: 'text'; track: MediaStreamTrack; close(): void };

export type Capture<Kind extends InputKind> =
  { ok: true; input: Extract<CallInput, { kind: Kind }> } | { ok: false; kind: FailureKind };

/**
 * Makes a track of digital silence, for a call without a microphone. Call it inside the press: some browsers hold back
 * sound that begins later.
 */
export function openSilence(): Capture<'text'> {
  try {
    const context = new AudioContext();
    const output = context.createMediaStreamDestination();
    // With nothing connected the track would send no packets at all, and the provider ends a call that it gets no sound from.
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(output);
    silence.start();
    const [track] = output.stream.getAudioTracks() as [MediaStreamTrack];
    const ignore = () => undefined;
    context.resume().catch(ignore);
    const close = () => {
      track.stop();
      // Rejects when it is closed already.
      context.close().catch(ignore);
    };
    return { ok: true, input: { kind: 'text', track, close } };
  } catch {
    return { ok: false, kind: 'unsupported-browser' };
  }
}
