/** The names of the icons in the page's lists, in order. */
export const listIcons = () =>
  Array.from(document.querySelectorAll('li use'), (use) => use.getAttribute('href')?.split('#')[1]);
