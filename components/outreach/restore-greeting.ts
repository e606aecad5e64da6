/**
 * Inline script: greets by name again after a reload, when `removeNameFromUrl` has taken the name
 * out of the address (docs/decisions/015).
 */
export function restoreGreeting(): void {
  const { greeting } = (history.state ?? {}) as { greeting?: unknown };
  const heading = document.querySelector('h1');
  // In any case, and also as `amp;contact_name`.
  const hasName = /contact_name/i.test(location.href);
  if (heading && typeof greeting === 'string' && !hasName) heading.textContent = greeting;
}
