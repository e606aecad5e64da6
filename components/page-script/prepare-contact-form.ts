import { onClick } from './on-click';
import { findDialog } from './polyfill-invokers';

/** Clears what the browser has restored in the contact form, and fills in the opener's values. */
export function prepareContactForm(): void {
  onClick('[command="show-modal"]', (opener) => {
    window.contactOpenedAt = performance.now();
    const { service, message } = opener.dataset;
    const form = findDialog(opener)?.querySelector('form');
    form?.reset();
    for (const [name, value] of Object.entries({ service_type: service, message })) {
      const field = form?.elements.namedItem(name) as HTMLInputElement | null | undefined;
      if (field && value) field.value = value;
    }
  });
}
