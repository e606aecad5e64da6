/**
 * Inline script: empties the contact form when its dialog is opened, as a browser may have filled in what stood there before
 * somebody went back, and fills in what the opener knows: `data-service` and `data-message`.
 */
export function openAfresh(): void {
  document.addEventListener('click', ({ target }) => {
    const opener =
      target instanceof Element && target.closest<HTMLElement>('[command="show-modal"]');
    if (!opener) return;
    window.contactOpenedAt = performance.now();
    const { service, message } = opener.dataset;
    const dialog = document.getElementById(opener.getAttribute('commandfor') ?? '');
    const form = dialog?.querySelector('form');
    form?.reset();
    for (const [name, value] of Object.entries({ service_type: service, message })) {
      const field = form?.elements.namedItem(name) as HTMLInputElement | null | undefined;
      if (field && value) field.value = value;
    }
  });
}
