import { recordVoice } from '@/lib/call/audio/voice-record';
import { Call, type CallOptions } from '@/lib/call/sdk/call';
import { finishTranscript, reduceEcho, reduceTranscript } from '@/lib/call/transcript/transcript';
import type { AssistantActivity, CallEvent, LiveFacts, StateEvent } from '@/lib/call/types';
import type { CallSession } from './call-session';
import type { CallStateOf } from './call-state';

export { runSdk } from '@/lib/call/sdk/voice-sdk';

const TICK_INTERVAL_MS = 500;
const LAST_MINUTE_MS = 60_000;
/** A call that lasts this long counts as a conversation. */
const MIN_CONVERSATION_MS = 30_000;
/** The label must not flicker in a short pause. */
const ACTIVITY_DEBOUNCE_MS = 1_000;
/** Lower levels are the microphone's own noise. */
const VOICE_LEVEL = 0.01;
const SILENCE_BEFORE_HINT_MS = 6_000;

/** What a call reads and writes of its session. */
type Conversation = Pick<CallSession, 'language' | 'state' | 'transcript' | 'levels' | 'record'>;

/** Keeps a conversation, and passes on what changes the state of the call. */
export function followConversation(
  { language, state, transcript, levels, record }: Conversation,
  onEvent: (event: StateEvent) => void,
): (event: CallEvent) => void {
  const over = new AbortController();
  let followLive = (_: CallEvent) => {};
  return (event) => {
    followLive(event);
    switch (event.type) {
      case 'level':
        levels[event.who] = event.level;
        return;
      case 'assistant-speech':
      case 'meter-failed':
        return;
      case 'transcript':
      case 'typed':
      case 'tool-calls':
      case 'tool-result': {
        const entries = reduceTranscript(transcript.get(), event, language, new Date());
        if (entries === transcript.get()) return;
        transcript.set(entries);
        const live = state.get();
        if (live.status !== 'live') return;
        const echo = reduceEcho(live.echo, event, entries);
        if (echo !== live.echo) onEvent({ type: 'changed', facts: { echo } });
        return;
      }
      case 'live':
        followLive = followLiveCall(state, onEvent, over.signal);
        recordVoice(levels, record, over.signal);
        guardPage(over.signal);
        keepScreenOn(over.signal);
        break;
      case 'over':
        over.abort();
        Object.assign(levels, { assistant: 0, visitor: 0 });
        transcript.set(finishTranscript(transcript.get()));
    }
    onEvent(event);
  };
}

type LiveState = CallStateOf<'live'>;
type LiveEvent = CallEvent | { type: 'tick' };

/** Tells whose turn it is, that the visitor can't be heard, and that the last minute has begun. */
function followLiveCall(
  state: Conversation['state'],
  emit: (event: StateEvent) => void,
  signal: AbortSignal,
) {
  let activity: AssistantActivity = 'listening';
  let changedAt = 0;
  const isUnheard = createSilenceDetector();
  const change = (facts: Partial<LiveFacts>) => emit({ type: 'changed', facts });

  const update = (event: LiveEvent) => {
    const live = state.get();
    if (live.status !== 'live') return;
    const now = Date.now();
    if (event.type === 'assistant-speech') activity = event.speaking ? 'speaking' : 'listening';
    if (activity !== live.activity && now - changedAt >= ACTIVITY_DEBOUNCE_MS) {
      changedAt = now;
      change({ activity });
    }
    const unheard = isUnheard(event, live, now);
    if (unheard !== live.unheard) change({ unheard });
    if (now >= live.endsAt - LAST_MINUTE_MS) change({ lastMinute: true });
  };
  const ticker = setInterval(() => update({ type: 'tick' }), TICK_INTERVAL_MS);
  const conversationTimer = setTimeout(
    () => window.sendCount?.('call_30_seconds'),
    MIN_CONVERSATION_MS,
  );
  signal.addEventListener('abort', () => {
    clearInterval(ticker);
    clearTimeout(conversationTimer);
  });
  return update;
}

/** Returns a function that tells, once in a call, whether the visitor can't be heard. */
function createSilenceDetector() {
  let isMeasured = false;
  let isVisitorsTurn = false;
  let isDone = false;
  /** Epoch ms */
  let quietSince = 0;
  return (event: LiveEvent, live: LiveState, now: number): boolean => {
    const isVisitors = 'who' in event && event.who === 'visitor';
    if (event.type === 'assistant-speech') isVisitorsTurn = !event.speaking;
    if (isVisitors && event.type === 'level') isMeasured = true;
    const isHeard = isVisitors && (event.type === 'transcript' || event.level >= VOICE_LEVEL);
    const canSpeak = !live.muted && !live.typing && !live.paused && live.microphone !== 'lost';
    const isQuiet = isMeasured && (isVisitorsTurn || live.unheard) && canSpeak && !isHeard;
    if (!isQuiet) quietSince = now;
    // Visitors who type need no microphone.
    isDone ||= event.type === 'meter-failed' || event.type === 'typed';
    isDone ||= live.unheard && !isQuiet;
    return !isDone && now - quietSince >= SILENCE_BEFORE_HINT_MS;
  };
}

function keepScreenOn(signal: AbortSignal): void {
  const request = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      const lock = await navigator.wakeLock.request('screen');
      const release = () => void lock.release().catch(() => undefined);
      if (signal.aborted) release();
      else signal.addEventListener('abort', release);
    } catch {
      // Unsupported, or refused on low battery. The call continues without it.
    }
  };
  // A hidden page loses the lock.
  document.addEventListener('visibilitychange', () => void request(), { signal });
  void request();
}

/** Whether the link leads to another web page. */
function leadsAway({ href, protocol }: HTMLAnchorElement): boolean {
  const [page, fragment] = href.split('#');
  const isOnThisPage = fragment !== undefined && page === window.location.href.split('#')[0];
  return protocol.startsWith('http') && !isOnThisPage;
}

/** Links open in a new tab, and the browser asks before it leaves the page in another way. */
function guardPage(signal: AbortSignal): void {
  // Before every other listener.
  const options = { capture: true, signal };
  let isOpeningApp = false;
  const handleClick = ({ target }: Event) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (!link) return;
    const opensTab = link.target === '' && leadsAway(link);
    if (opensTab) link.target = '_blank';
    isOpeningApp = !link.protocol.startsWith('http');
    // After the browser has followed the link.
    setTimeout(() => {
      if (opensTab) link.removeAttribute('target');
      isOpeningApp = false;
    });
  };
  const handleUnload = (event: BeforeUnloadEvent) => {
    // Some calling libraries hang up here, although the visitor may stay.
    event.stopImmediatePropagation();
    // Chromium fires the event for `mailto:` and `tel:`, too.
    if (isOpeningApp) return;
    event.preventDefault();
    // For Chromium before 119.
    event.returnValue = true;
  };
  window.addEventListener('click', handleClick, options);
  window.addEventListener('beforeunload', handleUnload, options);
}

export const makeCall = (
  options: CallOptions,
  conversation: Conversation,
  onEvent: (event: StateEvent) => void,
) => new Call(options, followConversation(conversation, onEvent));
