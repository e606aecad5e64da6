'use client';

import { useEffect, useRef } from 'react';

interface MenuButtonProps {
  label: string;
  panelId: string;
}

/**
 * Toggles the menu, which is a popover: it opens and closes without script. What script adds is
 * a true `aria-expanded` and that choosing a link closes the menu.
 */
export function MenuButton({ label, panelId }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const panel = document.getElementById(panelId);
    // Not in the markup: HTML forbids it beside `popovertarget`, which tells the same before script runs.
    const expand = (open: boolean) => button.current?.setAttribute('aria-expanded', String(open));
    const toggled = (event: Event) => expand((event as ToggleEvent).newState === 'open');
    expand(panel?.matches(':popover-open') ?? false);
    const chosen = (event: Event) => {
      if ((event.target as Element).closest('a')) panel?.hidePopover();
    };
    // Not `toggle`: that one comes late, and until then the attribute would be wrong.
    panel?.addEventListener('beforetoggle', toggled);
    panel?.addEventListener('click', chosen);
    return () => {
      panel?.removeEventListener('beforetoggle', toggled);
      panel?.removeEventListener('click', chosen);
    };
  }, [panelId]);

  return (
    <button
      ref={button}
      type="button"
      popoverTarget={panelId}
      aria-label={label}
      aria-controls={panelId}
      className="menu-toggle grid size-12 place-items-center rounded-full border border-line-strong lg:hidden"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-6 stroke-current"
        strokeWidth="1.75"
        strokeLinecap="round"
      >
        <path className="bar-top" d="M4 8.5h16" />
        <path className="bar-bottom" d="M4 15.5h16" />
      </svg>
    </button>
  );
}
