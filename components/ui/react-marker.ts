/** Matches the elements that have boundaries as children. */
const PARENTS = 'body, main, .try-call-reach, .beside-stage';

const isComment = (node: Node | null | undefined) => node instanceof Comment;

/**
 * Whether React will find the comment that it has written before the `Activity` around this
 * element. If not, React 19.3 loops forever. Delete this, and always render the `Activity`, once a
 * release has https://github.com/react/react/pull/36819.
 */
export function isMarkerInPlace(element: Element | null): boolean {
  const marker = element?.previousSibling;
  const parent = marker?.parentElement;
  if (!isComment(marker) || !parent?.matches(PARENTS)) return false;
  const areInPairs = Array.from(parent.childNodes).filter(isComment).length % 2 === 0;
  const before = marker?.previousSibling;
  // React skips unknown elements among the children of `body` only.
  return areInPairs && (!before || isComment(before) || parent === document.body);
}
