import { type ErrorResponse, postJson, type Unchecked, type VisitResponse } from '@/lib/api';

type VisitAnswer = Unchecked<VisitResponse & ErrorResponse>;

/**
 * Inline script: reports a visit (`POST /api/visit`) after two seconds in view or at the first
 * input, so that previews and prerendered pages do not count (docs/behaviour.md, section 7).
 */
export function reportVisit(): void {
  const banner = document.querySelector<HTMLElement>('[data-visit]');
  if (!banner) return;
  const { assistantId, sentences } = JSON.parse(banner.dataset.visit ?? '') as {
    assistantId: string;
    sentences: Record<string, string>;
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  let timer: number | undefined;

  const showError = (sentence: string | undefined) => {
    const text = document.createElement('p');
    text.className =
      'border-b border-danger-line bg-danger-surface px-gutter py-3 text-center text-danger';
    text.textContent = sentence ?? '';
    // React may have replaced the banner.
    document.querySelector('[data-visit]')?.append(text);
  };
  const report = async () => {
    clearTimeout(timer);
    listeners.abort();
    const leaving = watchLeaving();
    try {
      const body = { vapi_assistant_id: assistantId };
      const response = await postJson('/api/visit', body, { keepalive: true });
      const { tracked, bot, step } = (await response.json()) as VisitAnswer;
      // Only our own messages are shown, because a proxy may have responded.
      if (!response.ok) showError(sentences[`${String(step)}Failed`] ?? sentences.failed);
      else if (tracked === false)
        // eslint-disable-next-line no-console -- docs/behaviour.md, section 7
        console.warn(
          `Visit not recorded: ${bot === true ? 'a bot made it' : 'no prospect has this assistant'}.`,
        );
    } catch {
      if (!leaving.hasBegun()) showError(sentences.failed);
    } finally {
      leaving.stopWatching();
    }
  };
  const restartTimer = () => {
    clearTimeout(timer);
    const isPrerendering = 'prerendering' in document && document.prerendering === true;
    if (document.visibilityState === 'visible' && !isPrerendering)
      timer = window.setTimeout(report, 2000);
  };
  for (const change of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(change, restartTimer, { signal });
  listenForInput(report, signal);
  reportFirstInput(assistantId);
  restartTimer();
}

function listenForInput(listener: () => void, signal: AbortSignal): void {
  for (const input of ['pointerdown', 'keydown'])
    document.addEventListener(input, listener, { signal, capture: true, passive: true });
}

/** Reports the first key or press, also after the visit is sent: a mail scanner gives none. */
function reportFirstInput(assistantId: string): void {
  const listeners = new AbortController();
  const report = () => {
    listeners.abort();
    const body = { vapi_assistant_id: assistantId };
    void postJson('/api/visit/input', body, { keepalive: true }).catch(() => undefined);
  };
  listenForInput(report, listeners.signal);
}

/** Watches whether the page is left: a request that the browser then ends has not failed. */
function watchLeaving() {
  const controller = new AbortController();
  let isLeaving = false;
  for (const event of ['beforeunload', 'pagehide'])
    addEventListener(event, () => (isLeaving = true), { signal: controller.signal });
  return { hasBegun: () => isLeaving, stopWatching: () => controller.abort() };
}
