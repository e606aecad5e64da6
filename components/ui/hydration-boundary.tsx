'use client';

import { Activity, useLayoutEffect, useState, type ReactNode } from 'react';

interface HydrationBoundaryProps {
  /** Selects the boundary's first element, a child of the body. */
  selector: string;
  children: ReactNode;
}

const isServer = typeof document === 'undefined';

const isComment = (node: Node | null | undefined) => node instanceof Comment;

/**
 * Whether React will find the comment that it has written before the `Activity` around this child
 * of the body. If not, React 19.3 loops forever. Delete this, and always render the `Activity`,
 * once a release has https://github.com/react/react/pull/36819.
 */
function isMarkerInPlace(element: Element | null): boolean {
  const marker = element?.previousSibling;
  const areInPairs = Array.from(document.body.childNodes).filter(isComment).length % 2 === 0;
  return isComment(marker) && marker?.parentNode === document.body && areInPairs;
}

/** React renders only a part that was changed again, with its state (docs/decisions/039). */
export function HydrationBoundary({ selector, children }: HydrationBoundaryProps) {
  const [isMarked] = useState(() => isServer || isMarkerInPlace(document.querySelector(selector)));
  const part = <StatefulPart selector={selector}>{children}</StatefulPart>;
  return isMarked ? <Activity>{part}</Activity> : part;
}

/** Mounts on hydration with the server's element, or after a mismatch with a new one. */
function StatefulPart({ selector, children }: HydrationBoundaryProps) {
  const [before] = useState(() =>
    isServer ? null : { part: document.querySelector(selector), focused: document.activeElement },
  );
  useLayoutEffect(() => {
    const after = document.querySelector(selector);
    if (before?.part && after && before.part !== after)
      restoreState(before.part, after, before.focused);
  }, [before, selector]);
  return children;
}

/** What was open is open again, and has what was typed. */
function restoreState(before: Element, after: Element, focused: Element | null): void {
  if (before instanceof HTMLDialogElement && before.open) (after as HTMLDialogElement).showModal();
  const answers = after.querySelectorAll('details');
  before.querySelectorAll('details').forEach(({ open }, index) => {
    if (open) answers[index]?.setAttribute('open', '');
  });
  if (before.querySelector('[popovertarget][aria-expanded="true"]'))
    after.querySelector<HTMLElement>('[popover]')?.showPopover();
  for (const field of before.querySelectorAll<HTMLInputElement>('[name]')) {
    const newField = after.querySelector<HTMLInputElement>(`[name="${field.name}"]`);
    if (!newField) continue;
    newField.value = field.value;
    if (field === focused) newField.focus({ preventScroll: true });
  }
}
