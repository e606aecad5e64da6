import type { ContactField } from '@/lib/contact/fields';
import { readSource } from '@/lib/page-protocol';
import { findDialog, onClick } from './controls';

/** In `sessionStorage`: for how many ms the dialog had been open when the page was left. */
const LEFT_OPEN_KEY = 'contact-left-open';

/** A page that was left with the dialog open keeps what was typed (docs/decisions/007). */
export function prepareContactForm(): void {
  onClick('[command="show-modal"]', (opener) => {
    // A closed dialog returns the focus to where it was; in Safari, a press focuses no button.
    opener.focus({ preventScroll: true });
    const openMs = takeTimeOpen();
    window.contactOpenedAt = performance.now() - (openMs ?? 0);
    const dialog = findDialog(opener);
    const form = dialog?.querySelector('form');
    if (!dialog || !form) return;
    if (openMs === null) form.reset();
    // Firefox keeps controls disabled over a reload, those of a form that was being sent.
    for (const control of dialog.querySelectorAll<HTMLInputElement>(':disabled'))
      control.disabled = false;
    const findField = (name: ContactField) => form.elements.namedItem(name) as HTMLInputElement;
    const { service, message } = opener.dataset;
    if (service) findField('service_type').value = service;
    if (message) findField('message').value ||= message;
  });
  // Here, because the dialog can be closed before React runs.
  document.addEventListener(
    'close',
    ({ target }) => {
      const dialog = target as HTMLDialogElement;
      const form = dialog.querySelector('form');
      // The event comes later: the dialog may be open again.
      if (!form || dialog.open) return;
      form.reset();
      takeTimeOpen();
    },
    true,
  );
  // Fires for `new FormData(form)`, too.
  document.addEventListener('formdata', ({ formData }) => formData.set('source', readSource()));
  // Phones end a hidden page without `pagehide`.
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, storeTimeOpen);
}

/** Stores nothing that was typed: the browser keeps that itself. */
function storeTimeOpen(): void {
  if (!document.querySelector('dialog[open] form')) return;
  const openMs = performance.now() - (window.contactOpenedAt ?? 0);
  getStorage()?.setItem(LEFT_OPEN_KEY, String(openMs));
}

/** Returns null if the page was not left with the dialog open. */
function takeTimeOpen(): number | null {
  const openMs = getStorage()?.getItem(LEFT_OPEN_KEY) ?? null;
  getStorage()?.removeItem(LEFT_OPEN_KEY);
  return openMs === null ? null : Number(openMs);
}

/** Returns null if the visitor blocks storage. */
function getStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
