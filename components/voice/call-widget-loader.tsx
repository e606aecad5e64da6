'use client';

import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { CallCopy, CallShellCopy } from '@/lib/content/call-copy';
import { earlyStartMs } from '@/lib/voice/early-start';
import { CallEmblem } from './call-emblem';
import { CallStatus } from './call-status';
import type { CallWidgetProps } from './call-widget';
import { FailureActions } from './failure-actions';
import { StartControls } from './start-controls';
import { watchForApproach } from './watch-for-approach';

type CallWidgetLoaderProps = Omit<
  CallWidgetProps,
  'copy' | 'startRequested' | 'takeFocus' | 'client'
> & {
  copy: CallShellCopy;
  /** `near`: within a viewport, or focus enters the section. `idle`: as soon as the page has loaded. */
  when: 'near' | 'idle';
  /** What stands there once everything is fetched, where that may be before React runs. */
  ready?: string;
};

interface Loaded {
  Widget: ComponentType<CallWidgetProps>;
  copy: CallCopy;
  takeFocus: boolean;
}

async function loadWidget(language: CallShellCopy['language']) {
  // import() in here, not next/dynamic: that would put the widget into the page's first load.
  const [{ CallWidget }, copy] = await Promise.all([
    import('./call-widget'),
    language === 'cs'
      ? import('@/lib/content/call-cs').then(({ callCs }) => callCs)
      : import('@/lib/content/call-en').then(({ callEn }) => callEn),
  ]);
  return { Widget: CallWidget, copy };
}

/**
 * Settles when nothing in the element is being pressed: a click whose button is replaced between its coming down and its
 * going up reaches neither.
 */
function untilReleased(element: Element | null): Promise<void> {
  if (!element?.matches(':active')) return Promise.resolve();
  const ends = ['pointerup', 'pointercancel', 'keyup'];
  return new Promise((released) => {
    // The click itself comes after them.
    const end = () => setTimeout(released);
    for (const type of ends) addEventListener(type, end, { once: true });
  });
}

/** Shows the widget's first state at once and fetches the widget itself when it is needed. */
export function CallWidgetLoader({ copy, when, ready, ...props }: CallWidgetLoaderProps) {
  const root = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [failed, setFailed] = useState(false);
  const [loaded, setLoaded] = useState<Loaded | null>(null);

  useEffect(() => {
    if (root.current) return watchForApproach(root.current, when, () => setWanted(true));
  }, [when]);

  // A press from before hydration, kept by the early script.
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-pressed]')?.click(), []);

  useEffect(() => {
    if (!pressed) return;
    const shell = root.current;
    const forget = () => setPressed(false);
    const timer = setTimeout(forget, earlyStartMs);
    addEventListener('pagehide', forget);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', forget);
      shell?.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    };
  }, [pressed]);

  useEffect(() => {
    if (!wanted || failed) return;
    let gone = false;
    loadWidget(copy.language).then(
      async (found) => {
        await untilReleased(root.current);
        const takeFocus = root.current?.contains(document.activeElement) ?? false;
        if (!gone) setLoaded({ ...found, takeFocus });
      },
      () => {
        if (gone) return;
        setFailed(true);
        setPressed(false);
      },
    );
    return () => {
      gone = true;
    };
  }, [wanted, failed, copy.language]);

  const start = () => {
    setPressed(true);
    setFailed(false);
    setWanted(true);
  };
  if (loaded) {
    const { Widget, takeFocus } = loaded;
    return <Widget {...props} copy={loaded.copy} startRequested={pressed} takeFocus={takeFocus} />;
  }
  return (
    <div ref={root} role="group" aria-label={copy.label} className="w-full">
      <div className="grid w-full justify-items-center gap-5 text-center">
        <CallEmblem busy={pressed} />
        <CallStatus
          text={failed ? null : copy.initialising}
          next={ready}
          failure={failed ? { title: copy.errorTitle, message: copy.loadFailed.message } : null}
        />
        {failed && (
          <FailureActions
            failure={copy.loadFailed}
            onRetry={start}
            failureAction={props.failureAction}
          />
        )}
        <StartControls
          copy={copy}
          privacyHref={props.privacyHref}
          disabled
          waits={!failed}
          onStart={start}
        />
      </div>
    </div>
  );
}
