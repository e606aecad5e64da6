'use client';

import { Activity, useLayoutEffect, useState, type ReactNode } from 'react';
import { CONTROLS, passOnPress } from './pass-on-press';

/** Matches the elements that have boundaries as children. */
const PARENTS = 'body, main, .try-call-reach, .beside-stage';

interface HydrationBoundaryProps {
  /** Selects the boundary's first element. */
  selector: string;
  children: ReactNode;
}

/** React renders only a part that was changed again, with its state (docs/decisions/039). */
export function HydrationBoundary({ selector, children }: HydrationBoundaryProps) {
  const [isMarked] = useState(() => willFindMarker(selector));
  const part = <StatefulPart selector={selector}>{children}</StatefulPart>;
  return isMarked ? <Activity>{part}</Activity> : part;
}

const isComment = (node: Node | null | undefined) => node instanceof Comment;

/**
 * Whether React will find the comment that it has written before the `Activity`. If not, React 19.3
 * loops forever, so the outer boundary must handle the mismatch. Delete this, and always render the
 * `Activity`, once a release has https://github.com/react/react/pull/36819.
 */
function willFindMarker(selector: string): boolean {
  if (typeof document === 'undefined') return true;
  const marker = document.querySelector(selector)?.previousSibling;
  const parent = marker?.parentElement;
  if (!isComment(marker) || !parent?.matches(PARENTS)) return false;
  const areInPairs = Array.from(parent.childNodes).filter(isComment).length % 2 === 0;
  const before = marker?.previousSibling;
  // React skips unknown elements among the children of `body` only.
  return areInPairs && (!before || isComment(before) || parent === document.body);
}

/** Mounts on hydration with the server's element, or after a mismatch with a new one. */
function StatefulPart({ selector, children }: HydrationBoundaryProps) {
  const [snapshot] = useState(() => takeSnapshot(selector));
  useLayoutEffect(() => {
    if (snapshot) restoreState(snapshot, selector);
  }, [snapshot, selector]);
  return children;
}

/** Reads the state that is lost when React replaces a part; null on the server. */
function takeSnapshot(selector: string) {
  const root = typeof document === 'undefined' ? null : document.querySelector(selector);
  return root && { root, focused: document.activeElement, scrollTop: root.scrollTop };
}

function restoreState(
  { root, focused, scrollTop }: NonNullable<ReturnType<typeof takeSnapshot>>,
  selector: string,
): void {
  const replacement = document.querySelector(selector);
  if (!replacement || replacement === root) return;
  const unpaired = listControls(replacement);
  for (const from of listControls(root)) {
    const index = unpaired.findIndex((to) => createPairKey(to) === createPairKey(from));
    const [to] = index < 0 ? [] : unpaired.splice(index, 1);
    if (!to) continue;
    copyState(from, to);
    if (from === focused) moveFocus(from, to);
    passOnPress(from, to);
  }
  replacement.scrollTop = scrollTop;
}

const listControls = (root: Element) => [root, ...root.querySelectorAll<HTMLElement>(CONTROLS)];

const createPairKey = (element: Element) =>
  [
    element.tagName,
    ...['id', 'name', 'href', 'commandfor'].map((name) => element.getAttribute(name)),
  ].join();

function copyState(from: Element, to: Element): void {
  if (from.matches('input, textarea, select')) {
    (to as HTMLInputElement).value = (from as HTMLInputElement).value;
  } else if (from instanceof HTMLDetailsElement) {
    (to as HTMLDetailsElement).open = from.open;
  } else if (from instanceof HTMLDialogElement && from.open) {
    (to as HTMLDialogElement).showModal();
    // It was open before and must not fade in again.
    for (const animation of to.getAnimations()) animation.finish();
  } else if (from.getAttribute('aria-expanded') === 'true') {
    document.getElementById(to.getAttribute('popovertarget') ?? '')?.showPopover();
  }
}

function moveFocus(from: Element, to: Element): void {
  (to as HTMLElement).focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = from as HTMLInputElement;
  // E-mail fields do not expose their caret.
  if (selectionStart !== null && selectionStart !== undefined)
    (to as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
}
