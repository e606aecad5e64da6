import type { ContactField } from '@/lib/contact/fields';
import { onClick } from './on-click';
import { findDialog } from './polyfill-invokers';

/** In `sessionStorage`: for how many ms the dialog had been open when the page was left. */
const LEFT_OPEN_KEY = 'contact-left-open';

/**
 * Empties the contact form when its dialog opens or closes, and fills in the opener's values. A
 * page that was left with the dialog open keeps what the browser has restored
 * (docs/decisions/007). A form that is sent says where the visitor came from.
 */
export function prepareContactForm(): void {
  onClick('[command="show-modal"]', (opener) => {
    const openMs = takeTimeOpen();
    window.contactOpenedAt = performance.now() - (openMs ?? 0);
    const dialog = findDialog(opener);
    const form = dialog?.querySelector('form');
    if (!dialog || !form) return;
    if (openMs === null) form.reset();
    // Firefox keeps controls disabled over a reload, those of a form that was being sent.
    for (const control of dialog.querySelectorAll<HTMLInputElement>(':disabled'))
      control.disabled = false;
    const { service, message } = opener.dataset;
    fillIn(form, 'service_type', service);
    if (!findField(form, 'message')?.value) fillIn(form, 'message', message);
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

/** Reads where this view of the page came from: its `utm_source`, or else the referrer's host. */
function readSource(): string {
  const [, utmSource] = /[?&]utm_source=([\w.-]{1,40})(&|$)/.exec(location.search) ?? [];
  return utmSource ? `utm:${utmSource}` : (document.referrer.split('/')[2] ?? '');
}

/** Stores nothing that was typed: the browser keeps that itself. Never throws. */
function storeTimeOpen(): void {
  if (!document.querySelector('dialog[open] form')) return;
  const openMs = performance.now() - (window.contactOpenedAt ?? 0);
  try {
    sessionStorage.setItem(LEFT_OPEN_KEY, String(openMs));
  } catch {
    // The visitor blocks storage.
  }
}

/** Returns null if the page was not left with the dialog open. Never throws. */
function takeTimeOpen(): number | null {
  try {
    const openMs = sessionStorage.getItem(LEFT_OPEN_KEY);
    sessionStorage.removeItem(LEFT_OPEN_KEY);
    return openMs === null ? null : Number(openMs);
  } catch {
    return null;
  }
}

const findField = (form: HTMLFormElement, name: ContactField) =>
  form.elements.namedItem(name) as HTMLInputElement | null;

function fillIn(form: HTMLFormElement, name: ContactField, value: string | undefined): void {
  const field = findField(form, name);
  if (field && value) field.value = value;
}
