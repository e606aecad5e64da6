'use client';

import { useSyncExternalStore } from 'react';
import { getErrorAttributes, Field } from '@/components/ui/field';
import { MESSAGE_MAX_LENGTH } from '@/lib/contact/limits';
import { contactCopyEn } from '@/lib/content/contact-en';

const copy = contactCopyEn.message;

/** The counter is announced when fewer characters are left. */
const COUNTER_MARGIN = 50;

interface MessageFieldProps {
  id: string;
  error?: string | undefined;
  readOnly?: boolean;
}

/** Reads the length of an uncontrolled text area, including text from before hydration. */
function useTextLength(id: string): number {
  const findArea = () => document.getElementById(id) as HTMLTextAreaElement | null;
  return useSyncExternalStore(
    (notify) => {
      const element = findArea();
      // A form empties its fields after its reset event.
      const notifyAfterReset = () => queueMicrotask(notify);
      element?.addEventListener('input', notify);
      element?.form?.addEventListener('reset', notifyAfterReset);
      return () => {
        element?.removeEventListener('input', notify);
        element?.form?.removeEventListener('reset', notifyAfterReset);
      };
    },
    () => findArea()?.value.length ?? 0,
    () => 0,
  );
}

/** The optional message with a live counter. A text over the limit is reported, never cut. */
export function MessageField({ id, error, readOnly }: MessageFieldProps) {
  const length = useTextLength(id);
  const counter = `${length}/${MESSAGE_MAX_LENGTH} ${copy.counter}`;
  return (
    <Field
      id={id}
      label={copy.label}
      error={error}
      aside={
        <>
          <p
            id={`${id}-count`}
            className={`ml-auto shrink-0 pt-1.5 ${length > MESSAGE_MAX_LENGTH ? 'text-danger' : 'text-muted'}`}
          >
            {counter}
          </p>
          <span role="status" className="sr-only">
            {length > MESSAGE_MAX_LENGTH - COUNTER_MARGIN ? counter : ''}
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
        {...getErrorAttributes(id, error, `${id}-count`)}
      />
    </Field>
  );
}
