import type { ReactNode } from 'react';

/** Returns the attributes that connect a control with its error. */
export function getErrorAttributes(id: string, error: string | undefined, descriptionId?: string) {
  const ids = [error && `${id}-error`, descriptionId].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined };
}

interface FieldProps {
  id: string;
  label: string;
  error?: string | undefined;
  aside?: ReactNode;
  children: ReactNode;
}

/** A labelled control with its error under it. */
export function Field({ id, label, error, aside, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="semibold mb-1.5 block text-note">
        {label}
      </label>
      {children}
      <div className="flex justify-between gap-4 text-note">
        <p id={`${id}-error`} className={error ? 'pt-1.5 text-danger' : undefined}>
          {error}
        </p>
        {aside}
      </div>
    </div>
  );
}
