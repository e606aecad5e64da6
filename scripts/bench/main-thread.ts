import type { Browser, Page } from '@playwright/test';

/** An event of a Chrome trace; `ts` and `dur` in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { name?: string };
}

/** Kinds of work, by the names of trace events in DevTools. */
const PATTERNS_BY_KIND: Record<string, RegExp> = {
  script:
    /^(EvaluateScript|FunctionCall|v8\.|V8|TimerFire|FireAnimationFrame|EventDispatch|RunMicro|FireIdle)/,
  garbage: /GC/,
  'style and layout':
    /^(UpdateLayoutTree|Layout|PrePaint|IntersectionObserver|HitTest|ScheduleStyle)/,
  paint: /^(Paint|Layerize|Commit|Composite|UpdateLayer|Rasterize|Decode)/,
};

/**
 * Traces the renderer's main thread during an action.
 *
 * @returns milliseconds by kind of work. Time inside a nested event counts for that event only.
 */
export async function traceMainThread(
  browser: Browser,
  page: Page,
  action: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const categories = [
    'devtools.timeline',
    'disabled-by-default-v8.gc',
    'toplevel',
    'v8',
    '__metadata',
  ];
  await browser.startTracing(page, { categories });
  await action();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return sumByKind(trace.traceEvents);
}

function sumByKind(events: TraceEvent[]): Record<string, number> {
  const threads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const sums: Record<string, number> = {};
  for (const { pid, tid } of threads) {
    const threadEvents = events
      .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.dur)
      .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
    const openEvents: { end: number; kind: string }[] = [];
    for (const { name, ts, dur = 0 } of threadEvents) {
      while (openEvents.length > 0 && (openEvents.at(-1)?.end ?? 0) <= ts) openEvents.pop();
      const outer = openEvents.at(-1);
      const found = Object.entries(PATTERNS_BY_KIND).find(([, names]) => names.test(name))?.[0];
      const kind = found ?? outer?.kind ?? 'tasks';
      sums[kind] = (sums[kind] ?? 0) + dur / 1000;
      if (outer) sums[outer.kind] = (sums[outer.kind] ?? 0) - dur / 1000;
      openEvents.push({ end: ts + dur, kind });
    }
  }
  return sums;
}
