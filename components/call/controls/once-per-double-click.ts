import type { MouseEvent } from 'react';

/**
 * Ignores the second click of a double click, which may meet the button that has replaced the one
 * that was clicked.
 */
export const oncePerDoubleClick = (action: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) action();
};
