import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';

const looks = {
  primary:
    'rounded-full bg-linear-100 from-accent-from to-accent-to px-7 font-semibold text-on-accent hover:brightness-108 aria-disabled:brightness-80',
  quiet:
    'rounded-full border border-line-strong px-7 font-semibold text-ink hover:border-accent hover:text-accent',
  nav: 'rounded-control px-3 text-ink hover:text-accent lg:px-4',
  text: 'justify-start text-left text-muted hover:text-accent',
  icon: 'size-11 rounded-full text-ink hover:bg-raised hover:text-accent disabled:opacity-40',
};

const base =
  'inline-flex min-h-11 items-center justify-center gap-2.5 leading-tight transition-[color,border-color,filter,background-color] duration-150';

type Look = keyof typeof looks;
type ButtonProps =
  | ({ look?: Look; href?: undefined } & ComponentPropsWithRef<'button'>)
  | ({ look?: Look; href: string } & ComponentPropsWithRef<'a'>);

/**
 * A button, or a link that looks like one when it has an `href`.
 * Every look is at least 44 px high; `primary` and `quiet` grow to 52 px.
 */
export function Button({ look = 'primary', className, ...props }: ButtonProps) {
  const tall = (look === 'primary' || look === 'quiet') && 'min-h-13 py-3';
  const classes = cx(base, tall, looks[look], className);
  if (props.href !== undefined) return <a {...props} className={classes} />;
  return <button type="button" {...props} className={classes} />;
}
