'use client';

import { useEffect, useRef } from 'react';

const SECTION_THRESHOLD = 0.1;
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';
const CHARACTER_MS = 50;
const FIRST_LINE_DELAY_MS = 50;
const NEXT_LINE_DELAY_MS = 150;
const CARET_PERIOD_MS = 900;
const CARET_VISIBLE_MS = 500;

/** In `data-typing` of each line; styled by components/landing/landing.css. */
type TypingState = 'idle' | 'waiting' | 'typing' | 'done';

interface TypedHeadingProps {
  id: string;
  lines: readonly string[];
  lineClasses?: readonly string[];
}

/** The whole text is always in the document, and shown before hydration. */
export function TypedHeading({ id, lines, lineClasses = [] }: TypedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current) return typeInView(heading.current);
  }, []);
  return (
    <h2 ref={heading} id={id} className="text-section">
      {lines.map((text, index) => (
        <span key={text} className={lineClasses[index]}>
          <span className="typing-line">
            {/* Screen readers read the lines as one sentence, which needs the space. */}
            <span>{index < lines.length - 1 ? `${text} ` : text}</span>
          </span>
        </span>
      ))}
    </h2>
  );
}

/**
 * docs/behaviour.md, sections 4 and 9. Not if the heading is in view from the start, until its
 * section has left. Works on the elements, so that React does not render for each character.
 */
function typeInView(heading: HTMLElement): () => void {
  const lines = Array.from(heading.querySelectorAll<HTMLElement>('.typing-line'));
  for (const line of lines) show(line, 'done');
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const rootMargin = matchMedia('(max-width: 768px)').matches ? MARGIN_NARROW : MARGIN_WIDE;
  let wasIn: boolean | null = null;
  let isStill = false;
  let typing = new AbortController();
  const observer = new IntersectionObserver(
    (entries) => {
      const isIn = entries.slice(-1).some(isInView);
      if (isIn === wasIn) return;
      isStill = wasIn === null ? isInWindow(heading) : isStill && isIn;
      wasIn = isIn;
      if (isStill) return;
      typing.abort();
      typing = new AbortController();
      for (const line of lines) show(line, reducedMotion.matches ? 'done' : 'idle');
      if (isIn && !reducedMotion.matches) void typeLines(lines, typing.signal);
    },
    { threshold: [0, SECTION_THRESHOLD], rootMargin },
  );
  observer.observe(heading.closest('section') ?? heading);
  return () => {
    observer.disconnect();
    typing.abort();
  };
}

/** A low window never shows a tenth of a tall section: any part of it is enough. */
function isInView(section: IntersectionObserverEntry): boolean {
  const { isIntersecting, intersectionRatio, boundingClientRect, rootBounds } = section;
  const neededHeight = boundingClientRect.height * SECTION_THRESHOLD;
  const isTooTall = rootBounds !== null && neededHeight > rootBounds.height;
  return isTooTall ? isIntersecting : intersectionRatio >= SECTION_THRESHOLD;
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function typeLines(lines: readonly HTMLElement[], signal: AbortSignal): Promise<void> {
  let delay = FIRST_LINE_DELAY_MS;
  for (const line of lines) {
    show(line, 'waiting');
    await wait(delay);
    if (signal.aborted) return;
    show(line, 'typing');
    let typed = 0;
    do {
      typed += 1;
      await wait(CHARACTER_MS);
      if (signal.aborted) return;
    } while (uncover(line, typed));
    show(line, 'done');
    delay = NEXT_LINE_DELAY_MS;
  }
}

/** Returns false if all are uncovered, or a translator has split the text. */
function uncover(line: HTMLElement, count: number): boolean {
  const text = line.firstElementChild?.firstChild;
  if (!(text instanceof Text) || text.length !== line.textContent.length || count >= text.length)
    return false;
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, count);
  const width = Array.from(range.getClientRects()).reduce((sum, box) => sum + box.width, 0);
  line.style.setProperty('--typed', `${width}px`);
  const isCaretVisible = (count * CHARACTER_MS) % CARET_PERIOD_MS < CARET_VISIBLE_MS;
  line.style.setProperty('--caret', isCaretVisible ? '0.07em' : '0');
  return true;
}

function show(line: HTMLElement, state: TypingState): void {
  line.dataset.typing = state;
  line.style.removeProperty('--typed');
  line.style.removeProperty('--caret');
}
