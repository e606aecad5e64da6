import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { phone } from '../ui/strokes';

/** The telephone in its rings; decorative. While `busy`, one ring turns as a spinner. */
export function CallEmblem({ busy = false }: { busy?: boolean }) {
  return (
    <div aria-hidden="true" className="relative grid size-36 place-items-center">
      <span className="absolute inset-0 rounded-full border border-line" />
      <span
        className={cx(
          'absolute inset-3 rounded-full border-2',
          busy
            ? 'border-line border-t-accent motion-safe:animate-spin motion-reduce:border-dashed motion-reduce:border-accent'
            : 'border-line-strong/50',
        )}
      />
      <span className="relative grid size-20 place-items-center rounded-full bg-linear-135 from-accent-from to-accent-to text-on-accent">
        <Icon stroke={phone} className="size-8" />
      </span>
    </div>
  );
}
