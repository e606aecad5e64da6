import type { ReactNode } from 'react';
import type { SectionId } from '@/lib/content/en';
import { cx } from '@/components/ui/cx';

interface SectionProps {
  /** With `-heading`, that of its heading. */
  id: SectionId;
  className?: string;
  children: ReactNode;
}

export function Section({ id, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={cx('py-section', className)}>
      <div className="page-width">{children}</div>
    </section>
  );
}
