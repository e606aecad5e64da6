'use client';

import { Activity, useLayoutEffect, useState, type ReactNode } from 'react';
import { restoreState, takeSnapshot } from './restore-state';

interface HydrationBoundaryProps {
  /** Selects the boundary's first element. */
  selector: string;
  /** Matches the parent of that element. */
  parent?: string;
  children: ReactNode;
}

/**
 * Hydrates a part of the page separately. If an extension or a translator has changed it, React
 * renders only this part again, and its state is carried over (docs/decisions/039).
 */
export function HydrationBoundary({ selector, parent = 'body', children }: HydrationBoundaryProps) {
  const [isMarked] = useState(() => willFindMarker(selector, parent));
  const part = <StatefulPart selector={selector}>{children}</StatefulPart>;
  return isMarked ? <Activity>{part}</Activity> : part;
}

// React writes comments around the HTML of an `Activity`:
// `<main><!--&--><section id="one">…</section><!--/&--><!--&--><section id="two">…`
const START = '&';
const END = '/&';

/**
 * Whether React will find the comment that marks the boundary. Otherwise React 19.3 loops forever
 * (https://github.com/react/react/pull/36819), so the outer boundary must handle the mismatch.
 */
function willFindMarker(selector: string, parentSelector: string): boolean {
  if (typeof document === 'undefined') return true;
  const start = document.querySelector(selector)?.previousSibling;
  const parent = start?.parentElement;
  if (!isComment(start, START) || !parent?.matches(parentSelector)) return false;
  const count = (data: string) => [...parent.childNodes].filter((it) => isComment(it, data)).length;
  const areAllClosed = count(START) === count(END);
  const before = start.previousSibling;
  // React skips unknown elements among the children of `body` only.
  return areAllClosed && (!before || isComment(before, END) || parent === document.body);
}

const isComment = (node: Node | null | undefined, data: string): node is Comment =>
  node instanceof Comment && node.data === data;

/** Mounts on hydration with the server's element, or after a mismatch with a new one. */
function StatefulPart({ selector, children }: Omit<HydrationBoundaryProps, 'parent'>) {
  const [snapshot] = useState(() => takeSnapshot(selector));
  useLayoutEffect(() => {
    if (snapshot) restoreState(snapshot, selector);
  }, [snapshot, selector]);
  return children;
}
