import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';

// React's types lack the attributes of invoker commands.
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- React's own declaration has it
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}

type ButtonVariant = 'primary' | 'quiet' | 'nav' | 'text' | 'icon';

type ButtonProps =
  | ({ variant?: ButtonVariant; href?: undefined } & ComponentPropsWithRef<'button'>)
  | ({ variant?: ButtonVariant; href: string } & ComponentPropsWithRef<'a'>);

/** A button, or with `href` a link that looks like one. */
export function Button({ variant = 'primary', className, ...props }: ButtonProps) {
  const classes = cx(`btn btn-${variant}`, className);
  if (props.href !== undefined) return <a {...props} className={classes} />;
  return <button type="button" {...props} className={classes} />;
}
