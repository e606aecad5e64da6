'use client';

import { useId } from 'react';
import type { ReceiptCopy } from '@/lib/content/call-copy';

interface RatingProps {
  copy: ReceiptCopy;
  onRate: (rating: 1 | 2 | 3 | 4 | 5) => void;
}

/** How the call was, from 1 to 5; may be left alone. */
export function Rating({ copy, onRate }: RatingProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{copy.rating}</legend>
      <div className="stage-rating">
        <span aria-hidden="true" className="text-note leading-tight text-muted">
          {copy.rating}
        </span>
        {([1, 2, 3, 4, 5] as const).map((rating) => (
          <label key={rating}>
            <input
              type="radio"
              name={name}
              value={rating}
              aria-label={copy.ratings[rating - 1]}
              onChange={() => onRate(rating)}
            />
            <span aria-hidden="true">{rating}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
