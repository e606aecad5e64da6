import lines from '../../lines.json';
import type { ConversationParts } from './assistant-voice';
import { LONGEST_UTTERANCE_MS, wait } from '../timing';
import { SpeechDetector } from '../audio/speech-detector';

const POLL_MS = 50;
const WORD_MS = 320;

type Heard = 'speech' | 'typed words' | 'nothing';

/** Waits until the visitor has spoken or typed. The transcript of speech is a placeholder. */
export async function listen(
  { plan, send, signal, sound, isTyped }: ConversationParts,
  hasTyped: () => boolean,
  nudge: () => Promise<void>,
): Promise<Heard> {
  // Typing takes longer.
  const nudgeAfterMs = isTyped ? 60_000 : 15_000;
  const giveUpAfterMs = nudgeAfterMs + 25_000;
  const detector = new SpeechDetector(LONGEST_UTTERANCE_MS[plan.pace]);
  const words = lines[plan.language].visitor[0]?.split(' ') ?? [];
  const sendSpeech = (status: 'started' | 'stopped') =>
    send({ type: 'speech-update', status, role: 'user' });
  const sendTranscript = (transcriptType: 'partial' | 'final', spoken: string) =>
    send({ type: 'transcript', role: 'user', transcriptType, transcript: spoken });
  let quietSince = performance.now();
  let hasNudged = false;
  let startedSpeakingAt: number | undefined;
  let shownWordCount = 0;
  while (!hasTyped()) {
    await wait(POLL_MS, signal);
    if (plan.scenario === 'silent') continue;
    const now = performance.now();
    const change = detector.update(sound.measureMicrophoneLevel(), now);
    if (change === 'started') {
      startedSpeakingAt = now;
      sendSpeech('started');
    }
    if (change === 'stopped') {
      sendTranscript('final', words.join(' '));
      sendSpeech('stopped');
      return 'speech';
    }
    if (startedSpeakingAt !== undefined) {
      const dueWordCount = Math.min(
        words.length,
        1 + Math.floor((now - startedSpeakingAt) / WORD_MS),
      );
      if (dueWordCount > shownWordCount)
        sendTranscript('partial', words.slice(0, dueWordCount).join(' '));
      shownWordCount = dueWordCount;
    } else if (!hasNudged && now - quietSince > nudgeAfterMs) {
      hasNudged = true;
      await nudge();
      quietSince = performance.now() - nudgeAfterMs;
    } else if (now - quietSince > giveUpAfterMs) {
      return 'nothing';
    }
  }
  if (startedSpeakingAt !== undefined) {
    // Typing cuts the visitor's speech short.
    sendTranscript('final', words.slice(0, Math.max(1, shownWordCount)).join(' '));
    sendSpeech('stopped');
  }
  return 'typed words';
}
