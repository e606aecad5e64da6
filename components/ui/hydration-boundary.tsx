'use client';

import { Activity, useLayoutEffect, useState, type ReactNode } from 'react';
import { isMarkerInPlace } from './react-marker';

interface HydrationBoundaryProps {
  /** Selects the boundary's first element, a child of the body. */
  selector: string;
  children: ReactNode;
}

const isServer = typeof document === 'undefined';

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
