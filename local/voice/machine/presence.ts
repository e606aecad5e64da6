/**
 * Tells the provider that the visitor has joined or left the room. It is sent even while the page goes away, and is no word to
 * the page: nobody waits for the answer.
 */
export function tellProvider(
  roomUrl: string,
  what: 'joined' | 'left',
  fields: Record<string, unknown> = {},
): void {
  const { origin, pathname } = new URL(roomUrl);
  navigator.sendBeacon(`${origin}${pathname}/${what}`, JSON.stringify(fields));
}
