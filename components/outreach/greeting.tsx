import { HydrationBoundary } from '@/components/ui/hydration/hydration-boundary';
import { InlineScript } from '@/components/ui/inline-script';
import type { PersonalCopy } from '@/lib/content/personal-cs';
import restoreGreeting from './restore-greeting.script.ts?inline';

interface GreetingProps {
  copy: PersonalCopy;
  /** Must be cleaned already. */
  name: string | null;
  description: string;
  nonce?: string | undefined;
}

/** Greets the prospect by name, if the link has one. */
export function Greeting({ copy, name, description, nonce }: GreetingProps) {
  return (
    <HydrationBoundary parent=".beside-stage" selector=".greeting">
      <div className="greeting min-w-0 lg:self-end">
        {/* `restoreGreeting` may have changed the text. */}
        <h1 className="text-section wrap-anywhere" suppressHydrationWarning>
          {name === null ? copy.greeting : `${copy.greeting}, ${name}`}
        </h1>
        <p className="mt-5 text-title">{copy.subtitle}</p>
        <p className="mt-4 max-w-[34rem] text-lead text-muted">{description}</p>
      </div>
      <InlineScript code={restoreGreeting} nonce={nonce} />
    </HydrationBoundary>
  );
}
