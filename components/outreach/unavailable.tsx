import { TextWithLink } from '@/components/ui/text-with-link';
import type { PersonalCopy } from '@/lib/content/cs';
import { DemoPanel } from './demo-panel';

type DemoUnavailableProps = PersonalCopy['unavailable'] & { mail: string };

/** Replaces the call if the link has no assistant. */
export function DemoUnavailable({ title, text, help, mail }: DemoUnavailableProps) {
  return (
    <DemoPanel>
      <div className="mx-auto max-w-md px-6 py-14 text-center">
        <h2 className="text-dialog">{title}</h2>
        <p className="mt-4 text-lead">{text}</p>
        <p className="mt-6 text-muted">
          <TextWithLink before={help} link={mail} href={`mailto:${mail}`} />
        </p>
      </div>
    </DemoPanel>
  );
}
