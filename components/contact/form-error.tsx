import type { Ref } from 'react';
import { TextWithLink } from '@/components/ui/text-with-link';

interface FormErrorProps {
  ref?: Ref<HTMLDivElement>;
  title: string;
  /** Where to write instead, when sending itself fails. */
  mail?: string | undefined;
  mailLabel: string;
  children: string;
}

/** The red box above the form, announced at once. */
export function FormError({ ref, title, mail, mailLabel, children }: FormErrorProps) {
  return (
    <div
      ref={ref}
      role="alert"
      className="mb-6 rounded-control border border-danger-line bg-danger-surface px-4 py-3 text-note text-danger"
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
