'use client';

import { useSyncExternalStore } from 'react';
import { describedBy, Field } from '@/components/ui/field';

/** With fewer characters left than this, the counter is also announced. */
const NEAR_LIMIT = 50;

interface MessageFieldProps {
  id: string;
  copy: { label: string; placeholder: string; counter: string };
  limit: number;
  error?: string | undefined;
  readOnly?: boolean;
}

/** The length of an uncontrolled text area's value, also of what was typed before hydration. */
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

/** The optional message with its live counter. Too long a text is reported, never cut. */
export function MessageField({ id, copy, limit, error, readOnly }: MessageFieldProps) {
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
        dir="auto"
        rows={4}
        readOnly={readOnly}
        placeholder={copy.placeholder}
        className="control min-h-28 resize-y"
        {...describedBy(id, error, `${id}-count`)}
      />
    </Field>
  );
}
