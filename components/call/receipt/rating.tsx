'use client';

import { useEffect, useEffectEvent, useId, useRef, useState, type FocusEvent } from 'react';
import type { ReceiptCopy } from '@/lib/content/call-copy';

type RatingValue = 1 | 2 | 3 | 4 | 5;

interface RatingProps {
  copy: ReceiptCopy;
  onRate: (rating: RatingValue) => void;
}

/**
 * Rates the call from 1 to 5, once. A press is final; a choice by arrow keys, which pass through
 * other values, becomes final with Enter, Space or when the focus leaves.
 */
export function Rating({ copy, onRate }: RatingProps) {
  const name = useId();
  const [isGiven, setIsGiven] = useState(false);
  const chosen = useRef<RatingValue | null>(null);
  const isByArrowKey = useRef(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  const submit = () => {
    if (chosen.current === null || isGiven) return;
    onRate(chosen.current);
    setIsGiven(true);
  };
  const submitOnLeaving = useEffectEvent(submit);
  useEffect(() => {
    const handleLeave = () => submitOnLeaving();
    addEventListener('pagehide', handleLeave);
    return () => {
      removeEventListener('pagehide', handleLeave);
      handleLeave();
    };
  }, []);
  useEffect(() => {
    // The focused radio button has disappeared.
    if (isGiven && document.activeElement === document.body) thanks.current?.focus();
  }, [isGiven]);
  const choose = (rating: RatingValue) => {
    chosen.current = rating;
    if (!isByArrowKey.current) submit();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) submit();
  };
  if (isGiven) {
    return (
      <p ref={thanks} tabIndex={-1} className="stage-rated">
        {copy.rated}
      </p>
    );
  }
  return (
    <fieldset
      onBlur={handleBlur}
      onPointerDown={() => (isByArrowKey.current = false)}
      onKeyDown={({ key }) => {
        isByArrowKey.current = key.startsWith('Arrow');
        if (key === 'Enter' || key === ' ') submit();
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
