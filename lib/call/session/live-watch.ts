import { countEvent } from '@/lib/analytics/count';
import type { AssistantActivity, CallEvent } from '@/lib/call/types';
import { initialUnheardState, reduceUnheard } from './unheard';
import { keepScreenOn } from '@/lib/call/audio/wake-lock';

const TICK_INTERVAL_MS = 500;
const LAST_MINUTE_MS = 60_000;
/** A call that lasts this long counts as a conversation. */
const MIN_CONVERSATION_MS = 30_000;

/** The label must not flicker in a short pause. */
const ACTIVITY_DEBOUNCE_MS = 1_000;

interface DebouncedActivity {
  shown: AssistantActivity;
  next: AssistantActivity;
  changedAt: number;
}

export const initialActivity: DebouncedActivity = {
  shown: 'listening',
  next: 'listening',
  changedAt: Number.NEGATIVE_INFINITY,
};

export function updateActivity(activity: DebouncedActivity, now: number): DebouncedActivity {
  if (activity.next === activity.shown || now - activity.changedAt < ACTIVITY_DEBOUNCE_MS)
    return activity;
  return { shown: activity.next, next: activity.next, changedAt: now };
}

/** Shows another activity, now or as soon as `updateActivity` may. */
export function requestActivity(
  activity: DebouncedActivity,
  next: AssistantActivity,
  now: number,
): DebouncedActivity {
  return updateActivity({ ...activity, next }, now);
}

export interface LiveWatch {
  handleEvent(event: CallEvent): void;
  stop(): void;
}

export function watchLiveCall(endsAt: number, emit: (event: CallEvent) => void): LiveWatch {
  let activity = initialActivity;
  let unheardState = initialUnheardState;
  let isLastMinute = false;
  const releaseScreen = keepScreenOn();

  const setActivity = (next: typeof activity) => {
    const hasChanged = next.shown !== activity.shown;
    activity = next;
    if (hasChanged) emit({ type: 'activity', activity: activity.shown });
  };
  const updateUnheard = (event: Parameters<typeof reduceUnheard>[1]) => {
    const { unheard } = unheardState;
    unheardState = reduceUnheard(unheardState, event, Date.now());
    if (unheardState.unheard !== unheard) emit({ type: 'unheard', unheard: unheardState.unheard });
  };
  const ticker = setInterval(() => {
    setActivity(updateActivity(activity, Date.now()));
    updateUnheard({ type: 'tick' });
    if (isLastMinute || Date.now() < endsAt - LAST_MINUTE_MS) return;
    isLastMinute = true;
    emit({ type: 'last-minute' });
  }, TICK_INTERVAL_MS);
  const conversationTimer = setTimeout(() => countEvent('call_30_seconds'), MIN_CONVERSATION_MS);

  return {
    handleEvent(event) {
      if (event.type === 'assistant-speech') {
        setActivity(
          requestActivity(activity, event.speaking ? 'speaking' : 'listening', Date.now()),
        );
      }
      updateUnheard(event);
    },
    stop() {
      clearInterval(ticker);
      clearTimeout(conversationTimer);
      releaseScreen();
    },
  };
}
