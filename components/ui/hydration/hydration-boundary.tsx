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
  const [isMarked] = useState(() => hasMarker(selector, parent));
  const part = <StatefulPart selector={selector}>{children}</StatefulPart>;
  return isMarked ? <Activity>{part}</Activity> : part;
}

/**
 * Whether React will find the comment that marks the boundary. Otherwise React 19.3 loops forever
 * (https://github.com/react/react/pull/36819), so the outer boundary must handle the mismatch.
 */
function hasMarker(selector: string, parent: string): boolean {
  if (typeof document === 'undefined') return true;
  const marker = document.querySelector(selector)?.previousSibling;
  const element = marker?.parentElement;
  if (!isComment(marker, '&') || !element?.matches(parent)) return false;
  const countMarkers = (data: string) =>
    [...element.childNodes].filter((node) => isComment(node, data)).length;
  if (countMarkers('&') !== countMarkers('/&')) return false;
  const { previousSibling } = marker;
  // React skips unknown elements among the children of `body` only.
  return element === document.body || !previousSibling || isComment(previousSibling, '/&');
}

function isComment(node: Node | null | undefined, data: string): node is Comment {
  return node instanceof Comment && node.data === data;
}

/** Mounts on hydration with the server's element, or after a mismatch with a new one. */
function StatefulPart({ selector, children }: Omit<HydrationBoundaryProps, 'parent'>) {
  const [snapshot] = useState(() => takeSnapshot(selector));
  useLayoutEffect(() => {
    if (snapshot) restoreState(snapshot, selector);
  }, [snapshot, selector]);
  return children;
}
