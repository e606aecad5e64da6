/** Calls the handler with the matching element of each click. */
export function onClick(selector: string, handle: (element: HTMLElement) => void): void {
  document.addEventListener('click', ({ target }) => {
    const element = (target as Element).closest?.<HTMLElement>(selector);
    if (element) handle(element);
  });
}
