import type { PersonalCopy } from '@/lib/content/cs';

interface GreetingProps extends Pick<PersonalCopy, 'greeting' | 'subtitle'> {
  description: string;
  /** Must be cleaned already. */
  name: string | null;
}

/** Greets the prospect by name, if the link has one. */
export function Greeting({ greeting, subtitle, description, name }: GreetingProps) {
  return (
    <div className="greeting min-w-0 lg:self-end">
      {/* `restoreGreeting` may have changed the text. */}
      <h1 className="text-section wrap-anywhere" suppressHydrationWarning>
        {name === null ? greeting : `${greeting}, ${name}`}
      </h1>
      <p className="mt-5 text-title">{subtitle}</p>
      <p className="mt-4 max-w-[34rem] text-lead text-muted">{description}</p>
    </div>
  );
}
