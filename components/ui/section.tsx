import type { ReactNode } from 'react';
import { cx } from './cx';

interface SectionProps {
  id: string;
  /** Id of the heading that names the section. */
  labelledBy: string;
  className?: string;
  children: ReactNode;
}

/** A named section of the page, with its spacing and its width. */
export function Section({ id, labelledBy, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={cx('py-section', className)}>
      <div className="mx-auto w-full max-w-7xl px-gutter">{children}</div>
    </section>
  );
}
