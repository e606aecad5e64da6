import type { ReactNode } from 'react';
import type { Copy } from '@/lib/content/en';
import { Icon } from '../ui/icon';
import { phone } from '../ui/strokes';

type CallStandingProps = Copy['phoneCaller']['standing'] & {
  /** Opens the contact dialog. */
  action: ReactNode;
};

/** What stands in the place of the call widget where calls are not set up. */
export function CallStanding({ title, text, action }: CallStandingProps) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <div className="relative mb-2 grid size-44 place-items-center">
        <svg
          viewBox="0 0 176 176"
          aria-hidden="true"
          className="rings absolute inset-0 fill-none stroke-accent"
        >
          <circle cx="88" cy="88" r="80" />
          <circle cx="88" cy="88" r="80" />
          <circle cx="88" cy="88" r="80" />
        </svg>
        <span className="lit relative grid size-24 place-items-center rounded-full">
          <Icon stroke={phone} className="size-10" />
        </span>
      </div>
      <h3 className="text-title">{title}</h3>
      <p className="max-w-sm text-muted">{text}</p>
      <div className="mt-3">{action}</div>
    </div>
  );
}
