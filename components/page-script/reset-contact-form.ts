import { onClick } from './on-click';
import { findDialog } from './polyfill-invokers';

/**
 * Inline script: empties the contact form when its dialog is opened, as a browser may have filled in what stood there before
 * somebody went back, and fills in what the opener knows: `data-service` and `data-message`.
 */
export function resetContactForm(): void {
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
