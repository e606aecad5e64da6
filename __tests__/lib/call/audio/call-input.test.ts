/** @jest-environment node */
import { createSilentTrack } from '@/lib/call/audio/call-input';

/** The browser's sound, as far as it is used: what was made, and how it is connected. */
function stubAudioContext() {
  const track = { stop: jest.fn() };
  const output = { stream: { getAudioTracks: () => [track] } };
  const context = {
    createMediaStreamDestination: () => output,
    resume: jest.fn(() => Promise.resolve()),
    close: jest.fn(() => Promise.resolve()),
  };
  const source = { connect: jest.fn(), start: jest.fn() };
  const made = jest.fn<typeof source, unknown[]>(() => source);
  Object.assign(globalThis, { AudioContext: jest.fn(() => context), ConstantSourceNode: made });
  return { track, output, context, source, made };
}

it('sends samples of zero, as a track without any would send nothing', () => {
  const { track, output, context, source, made } = stubAudioContext();
  const silence = createSilentTrack();
  expect(silence).toMatchObject({ ok: true, input: { kind: 'text', track } });
  expect(made.mock.calls).toEqual([[context, { offset: 0 }]]);
  expect(source.connect.mock.calls).toEqual([[output]]);
  expect(source.start).toHaveBeenCalledTimes(1);
  expect(context.resume).toHaveBeenCalledTimes(1);
  expect(track.stop).not.toHaveBeenCalled();
});

it('ends the track and its source, even twice', async () => {
  const { track, context } = stubAudioContext();
  const silence = createSilentTrack();
  if (!silence.ok) throw new Error(silence.kind);
  silence.input.close();
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(context.close).toHaveBeenCalledTimes(1);
  const closed = Promise.reject(new DOMException('', 'InvalidStateError'));
  context.close.mockReturnValue(closed);
  silence.input.close();
  await expect(closed).rejects.toThrow();
});

it('succeeds when the browser delays the sound', async () => {
  const { context } = stubAudioContext();
  const refusal = Promise.reject(new DOMException('', 'NotAllowedError'));
  context.resume.mockReturnValue(refusal);
  expect(createSilentTrack().ok).toBe(true);
  await expect(refusal).rejects.toThrow();
});

it('fails without throwing in a browser without audio', () => {
  stubAudioContext();
  Reflect.deleteProperty(globalThis, 'AudioContext');
  expect(createSilentTrack()).toEqual({ ok: false, kind: 'unsupported-browser' });
});
