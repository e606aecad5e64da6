'use client';

import { useEffect, useEffectEvent, useId, useRef, useState, type FocusEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-en';

type RatingValue = 1 | 2 | 3 | 4 | 5;

interface RatingProps {
  copy: CallCopy['receipt'];
  onRate: (rating: RatingValue) => void;
}

/** A press is final; a choice by arrow keys, with Enter, Space or when the focus leaves. */
export function Rating({ copy, onRate }: RatingProps) {
  const name = useId();
  const [isRated, setIsRated] = useState(false);
  const chosen = useRef<RatingValue | null>(null);
  const isArrowKeyUsed = useRef(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  const submit = () => {
    if (chosen.current === null || isRated) return;
    onRate(chosen.current);
    setIsRated(true);
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
    if (isRated && document.activeElement === document.body) thanks.current?.focus();
  }, [isRated]);
  const choose = (rating: RatingValue) => {
    chosen.current = rating;
    if (!isArrowKeyUsed.current) submit();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) submit();
  };
  if (isRated) {
    return (
      <p ref={thanks} tabIndex={-1} className="stage-rated">
        {copy.rated}
      </p>
    );
  }
  return (
    <fieldset
      onBlur={handleBlur}
      onPointerDown={() => (isArrowKeyUsed.current = false)}
      onKeyDown={({ key }) => {
        isArrowKeyUsed.current = key.startsWith('Arrow');
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
