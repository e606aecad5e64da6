import 'react';

// React's types lack the attributes of invoker commands.
declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- React's own declaration has it
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}
