import lines from '../lines.json';
import type { ConversationParts } from './conversation';
import { longestUtteranceMs } from './plan';
import { SpeechDetector } from './speech-detector';
import { wait } from './wait';

const everyMs = 50;
const wordMs = 320;

type Heard = 'speech' | 'typed words' | 'nothing';

/**
 * Waits until the visitor has spoken and paused, or has typed. There is no speech recognition: the visitor's transcript is a
 * marked placeholder.
 *
 * @param hasTyped whether typed words wait for an answer
 * @param nudge asks whether the visitor is still there
 */
export async function listen(
  { plan, send, signal, sound, typing }: ConversationParts,
  hasTyped: () => boolean,
  nudge: () => Promise<void>,
): Promise<Heard> {
  // Typing takes longer.
  const nudgeAfterMs = typing ? 60_000 : 15_000;
  const giveUpAfterMs = nudgeAfterMs + 25_000;
  const detector = new SpeechDetector(longestUtteranceMs[plan.pace]);
  const words = lines[plan.language].visitor[0]?.split(' ') ?? [];
  const speech = (status: 'started' | 'stopped') =>
    send({ type: 'speech-update', status, role: 'user' });
  const transcript = (transcriptType: 'partial' | 'final', spoken: string) =>
    send({ type: 'transcript', role: 'user', transcriptType, transcript: spoken });
  let quietSince = performance.now();
  let nudged = false;
  let startedSpeakingAt: number | undefined;
  let shown = 0;
  while (!hasTyped()) {
    await wait(everyMs, signal);
    if (plan.scenario === 'silent') continue;
    const now = performance.now();
    const change = detector.update(sound.microphoneLevel(), now);
    if (change === 'started') {
      startedSpeakingAt = now;
      speech('started');
    }
    if (change === 'stopped') {
      transcript('final', words.join(' '));
      speech('stopped');
      return 'speech';
    }
    if (startedSpeakingAt !== undefined) {
      const due = Math.min(words.length, 1 + Math.floor((now - startedSpeakingAt) / wordMs));
      if (due > shown) transcript('partial', words.slice(0, due).join(' '));
      shown = due;
    } else if (!nudged && now - quietSince > nudgeAfterMs) {
      nudged = true;
      await nudge();
      quietSince = performance.now() - nudgeAfterMs;
    } else if (now - quietSince > giveUpAfterMs) {
      return 'nothing';
    }
  }
  if (startedSpeakingAt !== undefined) {
    // What was being said when the words came.
    transcript('final', words.slice(0, Math.max(1, shown)).join(' '));
    speech('stopped');
  }
  return 'typed words';
}
