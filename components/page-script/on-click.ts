/** Calls `act` for each click in an element that matches, with that element. */
export function onClick(selector: string, act: (element: HTMLElement) => void): void {
  document.addEventListener('click', ({ target }) => {
    const element = target instanceof Element && target.closest<HTMLElement>(selector);
    if (element) act(element);
  });
}
