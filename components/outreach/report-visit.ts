/**
 * Reports a visit to our own server (`POST /api/visit`) once a person has seen the page: after two seconds in view at a
 * stretch, or at the first press or key. Pages that are only previewed, prefetched or prerendered never get that far.
 * What goes wrong is said in the red banner, in one of our own sentences; an assistant that no prospect has is only a
 * warning in the console (docs/behaviour.md, section 7).
 *
 * An inline script: a visit counts whether or not React ever runs.
 */
export function reportVisit(): void {
  const banner = document.querySelector<HTMLElement>('[data-visit]');
  if (!banner) return;
  const { assistantId, sentences } = JSON.parse(banner.dataset.visit ?? '') as {
    assistantId: string;
    sentences: Record<string, string>;
  };
  const waiting = new AbortController();
  const { signal } = waiting;
  let timer: number | undefined;

  const fail = (sentence: string | undefined) => {
    const text = document.createElement('p');
    text.className =
      'border-b border-danger-line bg-danger-surface px-gutter py-3 text-center text-danger';
    text.textContent = sentence ?? '';
    banner.append(text);
  };
  const judge = (ok: boolean, { tracked, message }: { tracked?: unknown; message?: unknown }) => {
    // Something between us and the server may answer in words of its own.
    if (!ok) fail(Object.values(sentences).find((own) => own === message) ?? sentences.failed);
    // eslint-disable-next-line no-console -- what the specification asks for
    else if (tracked === false) console.warn('No prospect has this assistant; visit not noted.');
  };
  const seen = () => {
    clearTimeout(timer);
    waiting.abort();
    fetch('/api/visit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ vapi_assistant_id: assistantId }),
      // Goes on when the page is left meanwhile.
      keepalive: true,
    })
      .then((response) => response.json().then((answer) => judge(response.ok, answer)))
      .catch(() => fail(sentences.failed));
  };
  const look = () => {
    clearTimeout(timer);
    const hidden = 'prerendering' in document && document.prerendering === true;
    if (document.visibilityState === 'visible' && !hidden) timer = window.setTimeout(seen, 2000);
  };
  for (const change of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(change, look, { signal });
  for (const input of ['pointerdown', 'keydown'])
    document.addEventListener(input, seen, { signal, capture: true, passive: true });
  look();
}
