import type { ContactField } from '@/lib/contact/fields';
import { readSource } from '@/lib/page-protocol';
import { findDialog, onClick } from './controls';

/**
 * Closing the dialog empties the form. So one that opens with text has it from the browser: the
 * page was left with the dialog open (docs/decisions/007).
 */
export function prepareContactForm(): void {
  onClick('[command="show-modal"]', (opener) => {
    // A closed dialog returns the focus to where it was; in Safari, a press focuses no button.
    opener.focus({ preventScroll: true });
    const dialog = findDialog(opener);
    const form = dialog?.querySelector('form');
    if (!dialog || !form) return;
    // Firefox keeps controls disabled over a reload, those of a form that was being sent.
    for (const control of dialog.querySelectorAll<HTMLInputElement>(':disabled'))
      control.disabled = false;
    const findField = (name: ContactField) => form.elements.namedItem(name) as HTMLInputElement;
    // What was typed before the page was left counts from the start of this page.
    const isKept = findField('email').value || findField('message').value;
    window.contactOpenedAt = isKept ? 0 : performance.now();
    const { service, message } = opener.dataset;
    if (service) findField('service_type').value = service;
    if (message) findField('message').value ||= message;
    // The counter of characters.
    findField('message').dispatchEvent(new Event('change'));
  });
  // Here, because the dialog can be closed before React runs.
  document.addEventListener(
    'close',
    ({ target }) => {
      const dialog = target as HTMLDialogElement;
      // The event comes later: the dialog may be open again.
      if (!dialog.open) dialog.querySelector('form')?.reset();
    },
    true,
  );
  // Fires for `new FormData(form)`, too.
  document.addEventListener('formdata', ({ formData }) => formData.set('source', readSource()));
}
