import type { PersonalCopy } from '@/lib/content/cs';

type GreetingProps = Pick<PersonalCopy, 'greeting' | 'subtitle'> & {
  /** What can be done here. */
  description: string;
  /** Already cleaned; null for a greeting without a name. */
  name: string | null;
};

/** Greets the prospect and says what the page is for. */
export function Greeting({ greeting, subtitle, description, name }: GreetingProps) {
  return (
    <div className="greeting min-w-0 lg:self-end">
      {/* `restoreGreeting` may have restored another. */}
      <h1 className="text-section wrap-anywhere" suppressHydrationWarning>
        {name === null ? greeting : `${greeting}, ${name}`}
      </h1>
      <p className="mt-5 text-title">{subtitle}</p>
      <p className="mt-4 max-w-[34rem] text-lead text-muted">{description}</p>
    </div>
  );
}
