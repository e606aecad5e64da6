import type { ReactNode } from 'react';
import { cx } from './cx';

interface SectionProps {
  id: string;
  labelledBy: string;
  className?: string;
  children: ReactNode;
}

export function Section({ id, labelledBy, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={cx('py-section', className)}>
      <div className="mx-auto w-full max-w-7xl px-gutter">{children}</div>
    </section>
  );
}
