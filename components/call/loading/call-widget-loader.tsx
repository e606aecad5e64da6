'use client';

import { useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallShellCopy } from '@/lib/content/call-copy';
import { countEvent } from '@/lib/analytics/count';
import { EARLY_START_LIFETIME_MS } from '@/lib/call/session/early-start';
import { Button } from '@/components/ui/button';
import { waitForRelease } from '@/components/ui/wait-for-release';
import type { CallWidgetProps } from '@/components/call/call-widget';
import { Examples } from '@/components/call/examples';
import { loadWidget } from './load-widget';
import { reduceLoader } from './loader-state';
import { reloadIfOutdated } from './reload-if-outdated';
import { Spinner, Stage } from '@/components/call/stage';
import { StartControls } from '@/components/call/controls/start-controls';
import { watchForApproach } from './watch-for-approach';

interface CallWidgetLoaderProps extends Omit<
  CallWidgetProps,
  'copy' | 'startRequested' | 'pressedAt' | 'readyShown' | 'shouldTakeFocus' | 'client'
> {
  copy: CallShellCopy;
  /** When to load the widget (see `watchForApproach`). */
  loadWhen: 'near' | 'idle';
  /** The text that `show-call-ready.ts` may show before React runs. */
  ready?: string;
}

/** Renders the widget's first state at once, and loads the widget when it is needed. */
export function CallWidgetLoader({ copy, loadWhen, ready, ...props }: CallWidgetLoaderProps) {
  const root = useRef<HTMLDivElement>(null);
  const [state, dispatch] = useReducer(reduceLoader, { status: 'waiting' });
  const [pressedAt, setPressedAt] = useState(0);
  // If an extension makes React render the page again, “ready” must stay.
  const [readyShown] = useState(
    () => typeof window !== 'undefined' && window.callReadyShown === true,
  );
  const { status } = state;
  const { language } = copy;
  const startRequested = status === 'loading' && state.startRequested;
  const start = () => {
    countEvent('start_pressed');
    setPressedAt(window.startPressedAt ?? Date.now());
    window.startPressedAt = undefined;
    dispatch({ type: 'start-requested' });
  };
  const loadAgain = () => reloadIfOutdated().then((isLeaving) => isLeaving || start());

  useEffect(() => {
    const shell = root.current;
    if (status === 'waiting' && shell) {
      // A click also reaches the handlers around the button.
      if (window.startPressedAt !== undefined)
        shell.querySelector<HTMLElement>('[data-call-main]')?.click();
      return watchForApproach(shell, loadWhen, () => dispatch({ type: 'approached' }));
    }
    if (status !== 'loading') return;
    countEvent('call_near');
    let isCancelled = false;
    loadWidget(language).then(
      async (widget) => {
        await waitForRelease(shell);
        const shouldTakeFocus = shell?.contains(document.activeElement) ?? false;
        // Synchronously, or focus that arrives in between would be lost with the button.
        if (!isCancelled) flushSync(() => dispatch({ type: 'loaded', widget, shouldTakeFocus }));
      },
      () => {
        if (!isCancelled) dispatch({ type: 'failed' });
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [status, loadWhen, language]);

  useEffect(() => {
    if (!startRequested) return;
    const shell = root.current;
    const withdraw = () => dispatch({ type: 'start-withdrawn' });
    const timer = setTimeout(withdraw, pressedAt + EARLY_START_LIFETIME_MS - Date.now());
    addEventListener('pagehide', withdraw);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', withdraw);
      shell?.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    };
  }, [startRequested, pressedAt]);

  if (status === 'loaded') {
    const { Widget, copy: widgetCopy } = state.widget;
    return (
      <Widget
        {...props}
        copy={widgetCopy}
        startRequested={state.startRequested}
        pressedAt={pressedAt}
        readyShown={readyShown}
        shouldTakeFocus={state.shouldTakeFocus}
      />
    );
  }
  const hasFailed = status === 'failed';
  return (
    <div
      ref={root}
      role="group"
      aria-label={copy.label}
      className="stage-frame"
      data-assistant={props.assistantId}
    >
      {hasFailed ? (
        <Stage
          variant="failed"
          title={copy.errorTitle}
          tone="failed"
          notes={[copy.loadFailed.message]}
          controls={
            <>
              <Button data-call-main="" onClick={loadAgain}>
                <span>{copy.loadFailed.button?.label}</span>
              </Button>
              <div className="stage-ways">{props.failureAction}</div>
            </>
          }
        />
      ) : (
        <Stage
          variant="waiting"
          title={(readyShown && ready) || copy.initialising}
          readyTitle={ready}
          titleAside={startRequested && <Spinner />}
          controls={
            <StartControls
              copy={copy}
              privacyHref={props.privacyHref}
              disabled={!readyShown}
              awaitsHydration
              onStart={start}
            />
          }
        >
          <Examples {...copy.examples} limit={props.limit} />
        </Stage>
      )}
    </div>
  );
}
