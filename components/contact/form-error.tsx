import type { Ref } from 'react';
import { TextWithLink } from '@/components/ui/text-with-link';

interface FormErrorProps {
  ref?: Ref<HTMLDivElement>;
  title: string;
  /** Our address, if sending failed. */
  mail?: string | undefined;
  mailLabel: string;
  children: string;
}

/** The error message above the form. */
export function FormError({ ref, title, mail, mailLabel, children }: FormErrorProps) {
  return (
    <div
      ref={ref}
      role="alert"
      className={
        'mb-6 rounded-control border border-danger-line bg-danger-surface ' +
        'px-4 py-3 text-note text-danger'
      }
    >
      <p className="semibold">{title}</p>
      <p>{children}</p>
      {mail && (
        <p>
          <TextWithLink before={mailLabel} link={mail} href={`mailto:${mail}`} />
        </p>
      )}
    </div>
  );
}
