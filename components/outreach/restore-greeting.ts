/** Inline script: after a reload, restores the name that `removeNameFromUrl` removed. */
export function restoreGreeting(): void {
  const { greeting } = (history.state ?? {}) as { greeting?: unknown };
  const heading = document.querySelector('h1');
  // Also finds `amp;contact_name`.
  const hasName = /contact_name/i.test(location.href);
  if (heading && typeof greeting === 'string' && !hasName) heading.textContent = greeting;
}
