/** Recorded markup of the product. */
export interface PageSnapshots {
  /** The panel of the call: ready, just started, live, just ended. */
  call: [ready: string, started: string, live: string, ended: string];
  /** The label of the submit button while the form is being sent. */
  submitting: string;
  /** The success dialog; empty if the page has none. */
  success: string;
}

/**
 * The script of a bare page: shows what the product shows, with as little work as possible. It is
 * put into the page as source text, so it may use nothing from outside its body.
 */
export function imitateProduct(snapshots: PageSnapshots | null): void {
  /** Simulated response time of the servers, in ms. It is not part of an interaction’s time. */
  const SERVER_RESPONSE_MS = 300;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const getDialog = (id: string) => document.getElementById(id) as HTMLDialogElement;
  const panel = find('[data-call-main]')?.closest('[role="group"]');
  let step = 0;
  const showStep = (next: number) => {
    step = next;
    if (snapshots && panel) panel.innerHTML = snapshots.call[next] ?? '';
  };
  showStep(0);

  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button');
    if (!button) return;
    if (button.matches('[data-waits]')) button.dataset.pressed = '';
    if (snapshots && button.matches('[data-call-main]')) {
      if (step === 0) setTimeout(() => showStep(2), SERVER_RESPONSE_MS);
      showStep(step + 1);
    }
    if (button.closest('#success-dialog')) {
      const success = getDialog('success-dialog');
      success.dataset.closing = '';
      setTimeout(() => success.close(), SERVER_RESPONSE_MS);
    }
  });

  addEventListener('submit', (event) => {
    const button = event.submitter;
    if (!button) return;
    if (!snapshots) {
      button.dataset.pressed = '';
      return;
    }
    event.preventDefault();
    button.ariaDisabled = 'true';
    button.textContent = snapshots.submitting;
    setTimeout(() => {
      getDialog('contact-dialog').close();
      const success = getDialog('success-dialog');
      success.innerHTML = snapshots.success;
      success.showModal();
    }, SERVER_RESPONSE_MS);
  });

  find('#contact-message')?.addEventListener('input', ({ target }) => {
    const count = find('#contact-message-count');
    const { length } = (target as HTMLTextAreaElement).value;
    if (count) count.textContent = (count.textContent ?? '').replace(/^\d+/, String(length));
  });
}
