'use client';

import { useSyncExternalStore } from 'react';
import { describedBy, Field } from '../ui/field';

/** From here on the counter also speaks. */
const NEAR_LIMIT = 50;

interface MessageFieldProps {
  id: string;
  copy: { label: string; placeholder: string; counter: string };
  limit: number;
  error?: string | undefined;
}

/** The length of what stands in an uncontrolled text area, typed before or after hydration. */
function useLength(id: string): number {
  const area = () => document.getElementById(id) as HTMLTextAreaElement | null;
  return useSyncExternalStore(
    (changed) => {
      const element = area();
      // A form empties its fields only after its reset event.
      const afterReset = () => queueMicrotask(changed);
      element?.addEventListener('input', changed);
      element?.form?.addEventListener('reset', afterReset);
      return () => {
        element?.removeEventListener('input', changed);
        element?.form?.removeEventListener('reset', afterReset);
      };
    },
    () => area()?.value.length ?? 0,
    () => 0,
  );
}

/** The optional message with its live counter. Nothing is cut: too long a text is told, not lost. */
export function MessageField({ id, copy, limit, error }: MessageFieldProps) {
  const length = useLength(id);
  const count = `${length}/${limit} ${copy.counter}`;
  return (
    <Field
      id={id}
      label={copy.label}
      error={error}
      aside={
        <>
          <p
            id={`${id}-count`}
            className={`ml-auto shrink-0 pt-1.5 ${length > limit ? 'text-danger' : 'text-muted'}`}
          >
            {count}
          </p>
          <span role="status" className="sr-only">
            {length > limit - NEAR_LIMIT ? count : ''}
          </span>
        </>
      }
    >
      <textarea
        id={id}
        name="message"
        rows={4}
        placeholder={copy.placeholder}
        className="control min-h-28 resize-y"
        {...describedBy(id, error, `${id}-count`)}
      />
    </Field>
  );
}
