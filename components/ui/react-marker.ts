const isComment = (node: Node | null | undefined) => node instanceof Comment;

/**
 * Whether React will find the comment that it has written before the `Activity` around this child
 * of the body. If not, React 19.3 loops forever. Delete this, and always render the `Activity`,
 * once a release has https://github.com/react/react/pull/36819.
 */
export function isMarkerInPlace(element: Element | null): boolean {
  const marker = element?.previousSibling;
  const areInPairs = Array.from(document.body.childNodes).filter(isComment).length % 2 === 0;
  return isComment(marker) && marker?.parentNode === document.body && areInPairs;
}
