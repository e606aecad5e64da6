import { addTranscript, noCaptions, finishCaptions } from '@/lib/voice/captions';
import { readSdkMessage } from '@/lib/voice/sdk-messages';

it('turns a growing partial line into a finished turn', () => {
  const half = addTranscript(noCaptions, { who: 'assistant', final: false, text: 'Good' });
  expect(half).toEqual({ turns: [], partial: { who: 'assistant', text: 'Good' } });
  const whole = addTranscript(half, { who: 'assistant', final: true, text: 'Good day.' });
  expect(whole).toEqual({
    turns: [{ id: 1, who: 'assistant', text: 'Good day.' }],
    partial: null,
  });
});

it('keeps the visitor’s partial line when the assistant finishes a turn', () => {
  const speaking = addTranscript(noCaptions, { who: 'visitor', final: false, text: 'I would' });
  const both = addTranscript(speaking, { who: 'assistant', final: true, text: 'Yes?' });
  expect(both.partial).toEqual({ who: 'visitor', text: 'I would' });
});

it('keeps half a sentence when the call ends in it', () => {
  const half = addTranscript(noCaptions, { who: 'visitor', final: false, text: 'And then' });
  expect(finishCaptions(half)).toEqual({
    turns: [{ id: 1, who: 'visitor', text: 'And then' }],
    partial: null,
  });
});

it('numbers the turns and keeps them in order', () => {
  const one = addTranscript(noCaptions, { who: 'assistant', final: true, text: 'One' });
  const two = addTranscript(one, { who: 'visitor', final: true, text: 'Two' });
  const three = finishCaptions(addTranscript(two, { who: 'visitor', final: false, text: 'Thr' }));
  expect(three.turns).toEqual([
    { id: 1, who: 'assistant', text: 'One' },
    { id: 2, who: 'visitor', text: 'Two' },
    { id: 3, who: 'visitor', text: 'Thr' },
  ]);
});

it('keeps finished turns while somebody is saying more', () => {
  const one = addTranscript(noCaptions, { who: 'assistant', final: true, text: 'One' });
  const more = addTranscript(one, { who: 'assistant', final: false, text: 'Tw' });
  expect(more).toEqual({ turns: one.turns, partial: { who: 'assistant', text: 'Tw' } });
});

it('returns the same captions without a partial line', () => {
  expect(finishCaptions(noCaptions)).toBe(noCaptions);
});

it('reads the end of the call without a reason, or with an unreadable one', () => {
  const ended = { type: 'status-update', status: 'ended' };
  expect(readSdkMessage(ended)).toEqual({ type: 'call-ended', endedReason: undefined });
  expect(readSdkMessage({ ...ended, endedReason: 7 })).toEqual({
    type: 'call-ended',
    endedReason: undefined,
  });
});

it('reads transcripts of both kinds and sides', () => {
  const raw = { type: 'transcript', role: 'user', transcriptType: 'partial', transcript: ' Hi ' };
  expect(readSdkMessage(raw)).toEqual({
    type: 'transcript',
    who: 'visitor',
    final: false,
    text: 'Hi',
  });
  const filtered = {
    type: 'transcript[transcriptType="final"]',
    role: 'assistant',
    transcriptType: 'final',
    transcript: 'Hello',
  };
  expect(readSdkMessage(filtered)).toMatchObject({ who: 'assistant', final: true });
});

it('reads the end of the call with the provider’s reason', () => {
  const raw = { type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' };
  expect(readSdkMessage(raw)).toEqual({ type: 'call-ended', endedReason: 'silence-timed-out' });
});

it.each([
  null,
  'transcript',
  { type: 'transcript', role: 'user', transcript: { text: 'an object' } },
  { type: 'transcript', role: 'user', transcript: '   ' },
  { type: 'transcript', role: 'system', transcript: 'prompt' },
  { type: 'transcripts', role: 'user', transcript: 'x' },
  { type: 'status-update', status: 'in-progress' },
  { type: 'hang', status: 'ended' },
  { type: 'old-transcript', role: 'user', transcript: 'x' },
  { type: 7, role: 'user', transcript: 'x' },
  undefined,
])('ignores %p', (raw) => {
  expect(readSdkMessage(raw)).toBeNull();
});
