/** The contact form of a page that was left while its dialog was open. */
interface ContactDraft {
  /** By the names of the fields. */
  values: Record<string, string>;
  /** How long the dialog had been open. */
  openMs: number;
}

/** In `sessionStorage`, which no other tab can read and which ends with its tab. */
const DRAFT_KEY = 'contact-draft';

/** Saves the form of the open dialog, if there is one. Never throws. */
export function saveDraft(): void {
  const form = document.querySelector<HTMLFormElement>('dialog[open] form');
  if (!form) return;
  // `FormData` leaves out the select while it is disabled.
  const fields = [...form.querySelectorAll<HTMLInputElement>('[name]')];
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const openMs = performance.now() - (window.contactOpenedAt ?? 0);
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ values, openMs } satisfies ContactDraft));
  } catch {
    // The visitor blocks storage.
  }
}

/**
 * Reads the draft of a page that was reloaded or gone back to. Never throws.
 *
 * @returns null if there is none, undefined if the visitor blocks storage
 */
export function readDraft(): ContactDraft | null | undefined {
  try {
    const draft = sessionStorage.getItem(DRAFT_KEY);
    if (draft === null) return null;
    const [navigation] = performance.getEntriesByType('navigation');
    const isNewVisit = (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
    return isNewVisit ? null : (JSON.parse(draft) as ContactDraft);
  } catch {
    return undefined;
  }
}

/** Deletes the draft of this tab. Never throws. */
export function deleteDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // The visitor blocks storage.
  }
}
