import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Closer to the end than this, the box follows the newest words again. */
const NEAR_END_PX = 48;

export function useStickToBottom(box: RefObject<HTMLElement | null>, content: unknown) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  // A ref, because state is a frame late: words in that frame must not undo a visitor's scrolling.
  const shouldFollow = useRef(true);
  const lastTop = useRef(0);
  // The browser scrolls as well, when the content or the size of the box changes.
  const isVisitorScrolling = useRef(false);
  const scrollToEnd = useCallback(() => {
    // In a frame, where the browser computes the layout anyway.
    requestAnimationFrame(() => {
      const { current } = box;
      if (!current || !shouldFollow.current) return;
      current.scrollTop = current.scrollHeight;
      lastTop.current = current.scrollTop;
    });
  }, [box]);
  const setIsFollowing = (isFollowing: boolean) => {
    shouldFollow.current = isFollowing;
    if (isFollowing) isVisitorScrolling.current = false;
    setIsAtEnd(isFollowing);
  };
  useEffect(scrollToEnd, [scrollToEnd, content]);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(scrollToEnd);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, scrollToEnd]);
  const handleScroll = () => {
    const { current } = box;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const isUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    const distance = scrollHeight - scrollTop - clientHeight;
    if (isUp && isVisitorScrolling.current && distance >= 1) setIsFollowing(false);
    else if (distance < NEAR_END_PX) setIsFollowing(true);
  };
  const markVisitorInput = () => {
    isVisitorScrolling.current = true;
  };
  const jumpToEnd = () => {
    setIsFollowing(true);
    scrollToEnd();
  };
  const handlers = {
    onScroll: handleScroll,
    onWheel: markVisitorInput,
    onTouchMove: markVisitorInput,
    onPointerDown: markVisitorInput,
    onKeyDown: markVisitorInput,
  };
  return { isAtEnd, handlers, jumpToEnd };
}
