'use client';

import { useEffect, useRef, useState } from 'react';
import { getErrorAttributes, Field } from '@/components/ui/field';
import { MESSAGE_MAX_LENGTH } from '@/lib/contact/lengths';
import { contactCopyEn } from '@/lib/content/contact-en';

const copy = contactCopyEn.message;

/** The counter is announced when fewer characters are left. */
const COUNTER_MARGIN = 50;

interface MessageFieldProps {
  id: string;
  error?: string | undefined;
  readOnly?: boolean;
}

/** The optional message with a live counter. A text over the limit is reported, never cut. */
export function MessageField({ id, error, readOnly }: MessageFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  useEffect(() => {
    const form = area.current?.form;
    const update = () => setLength(area.current?.value.length ?? 0);
    // A form empties its fields after its reset event.
    const updateAfterReset = () => queueMicrotask(update);
    // The text may be from before hydration.
    update();
    form?.addEventListener('reset', updateAfterReset);
    return () => form?.removeEventListener('reset', updateAfterReset);
  }, []);
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
        ref={area}
        id={id}
        name="message"
        dir="auto"
        rows={4}
        readOnly={readOnly}
        onInput={(event) => setLength(event.currentTarget.value.length)}
        placeholder={copy.placeholder}
        className="control min-h-28 resize-y"
        {...getErrorAttributes(id, error, `${id}-count`)}
      />
    </Field>
  );
}
