'use client';

import { useEffect, useEffectEvent, useId, useRef, useState, type FocusEvent } from 'react';
import type { ReceiptCopy } from '@/lib/content/call-copy';

type Stars = 1 | 2 | 3 | 4 | 5;

interface RatingProps {
  copy: ReceiptCopy;
  /** Called once, with the final choice. */
  onRate: (rating: Stars) => void;
}

/**
 * How the call was, from 1 to 5. A press is final. A choice made with the arrow keys becomes final
 * with Enter, with Space, or when the visitor moves on: each arrow key chooses another value.
 */
export function Rating({ copy, onRate }: RatingProps) {
  const name = useId();
  const [given, setGiven] = useState(false);
  const chosen = useRef<Stars | null>(null);
  const byArrowKey = useRef(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  const give = () => {
    if (chosen.current === null || given) return;
    onRate(chosen.current);
    setGiven(true);
  };
  const giveOnLeaving = useEffectEvent(give);
  useEffect(() => {
    const leave = () => giveOnLeaving();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  useEffect(() => {
    // The focused choice is gone.
    if (given && document.activeElement === document.body) thanks.current?.focus();
  }, [given]);
  const choose = (rating: Stars) => {
    chosen.current = rating;
    if (!byArrowKey.current) give();
  };
  const moveOn = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) give();
  };
  if (given) {
    return (
      <p ref={thanks} tabIndex={-1} className="stage-rated">
        {copy.rated}
      </p>
    );
  }
  return (
    <fieldset
      onBlur={moveOn}
      onPointerDown={() => (byArrowKey.current = false)}
      onKeyDown={({ key }) => {
        byArrowKey.current = key.startsWith('Arrow');
        if (key === 'Enter' || key === ' ') give();
      }}
    >
      <legend className="sr-only">{copy.rating}</legend>
      <div className="stage-rating">
        <span aria-hidden="true" className="text-note [line-height:1.25] text-muted">
          {copy.rating}
        </span>
        {([1, 2, 3, 4, 5] as const).map((rating) => (
          <label key={rating}>
            <input
              type="radio"
              name={name}
              value={rating}
              aria-label={copy.ratings[rating - 1]}
              onChange={() => choose(rating)}
            />
            <span aria-hidden="true">{rating}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
