import { useState } from 'react';
import type { CallCopy } from '@/lib/content/call-en';

type RatingValue = 1 | 2 | 3 | 4 | 5;

interface RatingProps {
  copy: CallCopy['receipt'];
  onRate: (rating: RatingValue) => void;
}

// The focused button has disappeared.
const takeFocus = (thanks: HTMLElement | null) => thanks?.focus({ preventScroll: true });

export function Rating({ copy, onRate }: RatingProps) {
  const [isRated, setIsRated] = useState(false);
  if (isRated) {
    return (
      <p ref={takeFocus} tabIndex={-1} className="flex min-h-11 items-center text-note text-muted">
        {copy.rated}
      </p>
    );
  }
  const rate = (rating: RatingValue) => {
    onRate(rating);
    setIsRated(true);
  };
  return (
    <div
      role="group"
      aria-label={copy.rating}
      className="stage-rating flex items-center justify-between"
    >
      <span aria-hidden="true" className="text-note [line-height:1.25] text-muted">
        {copy.rating}
      </span>
      {([1, 2, 3, 4, 5] as const).map((rating) => (
        <button
          key={rating}
          type="button"
          aria-label={copy.ratings[rating - 1]}
          onClick={() => rate(rating)}
          // A touch target of 44 px.
          className="rounded-full p-1"
        >
          <span className="grid size-9 place-items-center rounded-full border border-line-strong">
            {rating}
          </span>
        </button>
      ))}
    </div>
  );
}
