/** Markup that the product was seen to show. */
export interface PageSnapshots {
  /** The call's panel: to be started; just started; in the call; just ended. */
  call: [ready: string, started: string, live: string, ended: string];
  /** The button that sends, meanwhile. */
  submitting: string;
  /** The dialog that says that a request has arrived; nothing where the page has none. */
  success: string;
}

/**
 * The script of a bare page: shows what the product shows, with as little work as possible. It is
 * put into the page as source text, so it may use nothing from outside its body.
 */
export function imitateProduct(looks: PageSnapshots | null): void {
  /** What the servers of the form and the call take, in ms. It is part of no interaction. */
  const SERVER_RESPONSE_MS = 300;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const dialog = (id: string) => document.getElementById(id) as HTMLDialogElement;
  const panel = find('[data-call-main]')?.closest('[role="group"]');
  let step = 0;
  const show = (next: number) => {
    step = next;
    if (looks && panel) panel.innerHTML = looks.call[next] ?? '';
  };
  show(0);

  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button');
    if (!button) return;
    if (button.matches('[data-waits]')) button.dataset.pressed = '';
    if (looks && button.matches('[data-call-main]')) {
      if (step === 0) setTimeout(() => show(2), SERVER_RESPONSE_MS);
      show(step + 1);
    }
    if (button.closest('#success-dialog')) {
      const success = dialog('success-dialog');
      success.dataset.closing = '';
      setTimeout(() => success.close(), SERVER_RESPONSE_MS);
    }
  });

  addEventListener('submit', (event) => {
    const button = event.submitter;
    if (!button) return;
    if (!looks) {
      button.dataset.pressed = '';
      return;
    }
    event.preventDefault();
    button.ariaDisabled = 'true';
    button.textContent = looks.submitting;
    setTimeout(() => {
      dialog('contact-dialog').close();
      const success = dialog('success-dialog');
      success.innerHTML = looks.success;
      success.showModal();
    }, SERVER_RESPONSE_MS);
  });

  find('#contact-message')?.addEventListener('input', ({ target }) => {
    const count = find('#contact-message-count');
    const { length } = (target as HTMLTextAreaElement).value;
    if (count) count.textContent = (count.textContent ?? '').replace(/^\d+/, String(length));
  });
}
