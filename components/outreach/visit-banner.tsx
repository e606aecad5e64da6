'use client';

import { useEffect, useState } from 'react';
import {
  type ErrorResponse,
  type LinkFacts,
  postJson,
  type Unchecked,
  type VisitResponse,
} from '@/lib/api';
import type { PersonalCopy } from '@/lib/content/personal-cs';
import { getLink } from '@/lib/kept-link';

type VisitAnswer = Unchecked<VisitResponse & ErrorResponse>;
type Failure = keyof PersonalCopy['visit'];

const MS_IN_VIEW = 2000;
const BANNER =
  'border-b border-danger-line bg-danger-surface px-gutter py-3 text-center text-danger';

interface VisitBannerProps {
  assistantId: string;
  link: LinkFacts;
  copy: PersonalCopy['visit'];
}

export function VisitBanner({ assistantId, link, copy }: VisitBannerProps) {
  const [failure, setFailure] = useState<Failure>();
  // The facts of a link don't change; React makes an object of each payload.
  const [visit] = useState(() => ({ vapi_assistant_id: assistantId, link }));
  useEffect(() => watchVisit({ ...visit, link: getLink(visit.link) }, setFailure), [visit]);
  return <div role="alert">{failure && <p className={BANNER}>{copy[failure]}</p>}</div>;
}

/** Previews, prerendered pages and mail scanners must not count (docs/behaviour.md, section 7). */
function watchVisit(visit: object, onFailure: (failure: Failure) => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let isReported = false;
  let timer: number | undefined;

  const post = (path: '/api/visit' | '/api/visit/input') =>
    postJson(path, visit, { keepalive: true });
  const reportVisit = () => {
    clearTimeout(timer);
    if (!isReported) void readAnswer(post('/api/visit'), onFailure);
    isReported = true;
  };
  const reportInput = () => {
    listeners.abort();
    reportVisit();
    post('/api/visit/input').catch(() => undefined);
  };
  const restartTimer = () => {
    clearTimeout(timer);
    const isPrerendering = 'prerendering' in document && document.prerendering === true;
    if (document.visibilityState === 'visible' && !isPrerendering)
      timer = window.setTimeout(reportVisit, MS_IN_VIEW);
  };
  for (const change of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(change, restartTimer, { signal });
  for (const input of ['pointerdown', 'keydown'])
    document.addEventListener(input, reportInput, { signal, capture: true, passive: true });
  restartTimer();
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}

async function readAnswer(
  request: Promise<Response>,
  onFailure: (failure: Failure) => void,
): Promise<void> {
  let isLeaving = false;
  for (const event of ['beforeunload', 'pagehide'])
    addEventListener(event, () => (isLeaving = true), { once: true });
  try {
    const response = await request;
    const { tracked, bot, step } = (await response.json()) as VisitAnswer;
    // Only our own messages are shown, because a proxy may have responded.
    if (!response.ok)
      onFailure(step === 'lookup' || step === 'update' ? `${step}Failed` : 'failed');
    else if (tracked === false)
      // eslint-disable-next-line no-console -- docs/behaviour.md, section 7
      console.warn(
        `Visit not recorded: ${bot === true ? 'a bot made it' : 'no prospect has this link'}.`,
      );
  } catch {
    // The browser ends the request of a page that is left: it has not failed.
    if (!isLeaving) onFailure('failed');
  }
}
