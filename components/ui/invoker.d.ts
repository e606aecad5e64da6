import 'react';

// Invoker commands. React passes the attributes on, but its types do not have them yet.
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- React's own declaration has it
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}
