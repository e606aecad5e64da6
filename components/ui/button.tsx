import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';

type Look = 'primary' | 'quiet' | 'nav' | 'text' | 'icon';

type ButtonProps =
  | ({ look?: Look; href?: undefined } & ComponentPropsWithRef<'button'>)
  | ({ look?: Look; href: string } & ComponentPropsWithRef<'a'>);

/** A button, or with `href` a link that looks like one. */
export function Button({ look = 'primary', className, ...props }: ButtonProps) {
  const classes = cx(`btn btn-${look}`, className);
  if (props.href !== undefined) return <a {...props} className={classes} />;
  return <button type="button" {...props} className={classes} />;
}
