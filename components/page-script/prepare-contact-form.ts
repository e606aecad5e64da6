import { deleteDraft, readDraft, saveDraft } from './contact-draft';
import { onClick } from './on-click';
import { findDialog } from './polyfill-invokers';

/**
 * Empties the contact form when its dialog opens or closes, and fills in the opener's values. A
 * page that was left with the dialog open finds its text again (docs/decisions/007).
 */
export function prepareContactForm(): void {
  onClick('[command="show-modal"]', (opener) => {
    const draft = readDraft();
    window.contactOpenedAt = performance.now() - (draft?.openMs ?? 0);
    const form = findDialog(opener)?.querySelector('form');
    if (!form) return;
    // Where storage is blocked, the text that the browser has kept is the only one.
    if (draft !== undefined) form.reset();
    const { service, message } = opener.dataset;
    for (const values of [{ message }, draft?.values ?? {}, { service_type: service }])
      fillIn(form, values);
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
      deleteDraft();
    },
    true,
  );
  // Phones end a hidden page without `pagehide`.
  for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, saveDraft);
}

function fillIn(form: HTMLFormElement, values: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    if (field && value) field.value = value;
  }
}
