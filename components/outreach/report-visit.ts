import type { ErrorResponse, Unchecked, VisitResponse } from '@/lib/api/responses';

/**
 * Reports a visit (`POST /api/visit`) once a person has seen the page: after two seconds in view without a break, or at
 * the first press or key. Previewed, prefetched and prerendered pages do not count. A failure is shown in the red banner;
 * an assistant that no prospect has is only a warning in the console (docs/behaviour.md, section 7).
 *
 * An inline script: a visit counts whether or not React runs.
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
    // React may have rendered the banner again since.
    document.querySelector('[data-visit]')?.append(text);
  };
  const handleAnswer = (
    ok: boolean,
    { tracked, step }: Unchecked<VisitResponse & ErrorResponse>,
  ) => {
    // A proxy may have answered instead of our server: show our own messages only.
    if (!ok) showError(sentences[`${String(step)}Failed`] ?? sentences.failed);
    // eslint-disable-next-line no-console -- docs/behaviour.md, section 7
    else if (tracked === false) console.warn('No prospect has this assistant; visit not noted.');
  };
  const report = () => {
    clearTimeout(timer);
    listeners.abort();
    // A request that ends because the page is left has not failed. Some browsers end it first.
    const answered = new AbortController();
    let left = false;
    for (const event of ['beforeunload', 'pagehide'])
      addEventListener(event, () => (left = true), { signal: answered.signal });
    fetch('/api/visit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ vapi_assistant_id: assistantId }),
      // Survives leaving the page.
      keepalive: true,
    })
      .then((response) => response.json().then((answer) => handleAnswer(response.ok, answer)))
      .catch(() => left || showError(sentences.failed))
      .finally(() => answered.abort());
  };
  const restartTimer = () => {
    clearTimeout(timer);
    const hidden = 'prerendering' in document && document.prerendering === true;
    if (document.visibilityState === 'visible' && !hidden) timer = window.setTimeout(report, 2000);
  };
  for (const change of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(change, restartTimer, { signal });
  for (const input of ['pointerdown', 'keydown'])
    document.addEventListener(input, report, { signal, capture: true, passive: true });
  restartTimer();
}
