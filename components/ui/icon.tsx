import { cx } from './cx';

/** Strokes on a 24-unit grid, one weight, round ends. */
const strokes = {
  arrow: 'M5 12h13M12.5 6.5 18 12l-5.5 5.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2.5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  gift: 'M4.5 11.5h15v8h-15zM3.5 7.5h17v4h-17zM12 7.5v12M12 7.5C9 7.5 7.5 6.5 7.5 5.2 7.5 3 11 3 12 7.5c1-4.5 4.5-4.5 4.5-2.3 0 1.3-1.5 2.3-4.5 2.3Z',
  lock: 'M5.5 10.5h13v9.5h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  phone:
    'M5 4.5h3.5l1.7 4.3-2.2 1.7a12 12 0 0 0 5.5 5.5l1.7-2.2 4.3 1.7V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 6.1 1.5 1.5 0 0 1 5 4.5Z',
  shield: 'M12 3.5l7.5 2.7v5.3c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6.2zM8.7 12l2.3 2.3 4.3-4.6',
};

export type IconName = keyof typeof strokes;

/** A decorative icon of the one family; it is hidden from assistive technology. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={cx('size-5 shrink-0 fill-none stroke-current', className)}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
