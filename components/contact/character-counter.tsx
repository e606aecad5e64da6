'use client';

import { useEffect, useState } from 'react';
import { cleanText } from '@/lib/contact/fields';
import { contactCopyEn as copy } from '@/lib/content/contact-en';

/** The counter is announced when fewer characters are left. */
const COUNTER_MARGIN = 50;

/** Counts what would be sent of a textarea. A text over the limit is reported, never cut. */
export function CharacterCounter({ controlId, limit }: { controlId: string; limit: number }) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const area = document.getElementById(controlId) as HTMLTextAreaElement;
    const { form } = area;
    const update = () => setLength(cleanText(area.value).length);
    // A form empties its fields after its reset event.
    const updateAfterReset = () => queueMicrotask(update);
    // The text may be from before hydration.
    update();
    area.addEventListener('input', update);
    form?.addEventListener('reset', updateAfterReset);
    return () => {
      area.removeEventListener('input', update);
      form?.removeEventListener('reset', updateAfterReset);
    };
  }, [controlId]);
  const counter = `${length}/${limit} ${copy.counter}`;
  const color = length > limit ? 'text-danger' : 'text-muted';
  return (
    <>
      <p id={`${controlId}-count`} className={`ml-auto shrink-0 pt-1.5 ${color}`}>
        {counter}
      </p>
      <span role="status" className="sr-only">
        {length > limit - COUNTER_MARGIN ? counter : ''}
      </span>
    </>
  );
}
