import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { InlineScript } from '@/components/ui/inline-script';
import type { PersonalCopy } from '@/lib/content/personal-cs';
import restoreGreeting from './restore-greeting.script.ts?inline';

interface GreetingProps {
  copy: PersonalCopy;
  /** Must be cleaned already. */
  name: string | null;
  description: string;
  /** Replaces the description while no call is possible. */
  withoutCall?: string | undefined;
  nonce?: string | undefined;
}

/** Greets the prospect by name, if the link has one. */
export function Greeting({ copy, name, description, withoutCall, nonce }: GreetingProps) {
  return (
    <HydrationBoundary parent=".beside-stage" selector=".greeting">
      <div className="greeting min-w-0 lg:self-end">
        {/* `restoreGreeting` may have changed the text. */}
        <h1 className="text-section" suppressHydrationWarning>
          {name === null ? copy.greeting : `${copy.greeting}, ${name}`}
        </h1>
        <p className="mt-5 text-title">{copy.subtitle}</p>
        <div className="invitation mt-4 grid max-w-[34rem] text-lead text-muted">
          <p>{description}</p>
          {withoutCall && <p>{withoutCall}</p>}
        </div>
      </div>
      <InlineScript code={restoreGreeting} nonce={nonce} />
    </HydrationBoundary>
  );
}
