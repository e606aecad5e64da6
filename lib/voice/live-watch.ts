import type { AttemptEvent } from './call-attempt';
import type { Turn } from './call-state';
import { initialSilence, reduceSilence, type SilenceEvent } from './silence';
import { initialTurn, settleTurn, wantTurn } from './turn';
import { keepScreenOn } from './wake-lock';

const tickMs = 500;

export interface LiveWatch {
  hear(event: AttemptEvent): void;
  setMuted(muted: boolean): void;
  stop(): void;
}

/**
 * Watches a live call: who has the word, whether the visitor is heard, and that the screen stays on.
 *
 * @param onTurn called when another turn is to be shown, at most once a second
 * @param onUnheard called when the "we cannot hear you" hint is to appear or to go
 */
export function watchLiveCall(
  onTurn: (turn: Turn) => void,
  onUnheard: (unheard: boolean) => void,
): LiveWatch {
  let turn = initialTurn;
  let silence = initialSilence;
  const releaseScreen = keepScreenOn();

  const gate = (next: typeof turn) => {
    const changed = next.shown !== turn.shown;
    turn = next;
    if (changed) onTurn(turn.shown);
  };
  const listen = (event: SilenceEvent) => {
    const next = reduceSilence(silence, event, Date.now());
    const changed = next.hint !== silence.hint;
    silence = next;
    if (changed) onUnheard(silence.hint);
  };
  const ticker = setInterval(() => {
    gate(settleTurn(turn, Date.now()));
    listen({ type: 'tick' });
  }, tickMs);

  return {
    hear(event) {
      if (event.type === 'assistant-speaks') {
        gate(wantTurn(turn, event.speaking ? 'speaking' : 'listening', Date.now()));
        listen({ type: event.speaking ? 'assistant-starts' : 'assistant-stops' });
      } else if (event.type === 'level' && event.who === 'visitor') {
        listen({ type: 'level', level: event.level });
      } else if (event.type === 'transcript' && event.who === 'visitor') {
        listen({ type: 'heard' });
      } else if (event.type === 'meter-failed' || event.type === 'microphone-lost') {
        listen({ type: event.type });
      }
    },
    setMuted(muted) {
      listen({ type: 'muted', muted });
    },
    stop() {
      clearInterval(ticker);
      releaseScreen();
    },
  };
}
