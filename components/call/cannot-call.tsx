import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { TextWithLink } from '@/components/ui/text';
import type { CallCopy } from '@/lib/content/call-en';
import { phone } from '@/lib/content/phone';
import { contactMail } from '@/lib/content/site';

/**
 * The ways on after a failed call, and where no call can start. `first`: the page's own;
 * `contact`: the form, where `first` has none.
 */
export function createFallbacks(copy: CallCopy, first: ReactNode, contact?: ReactNode) {
  const { message, button } = copy.failures['unsupported-browser'];
  const failureAction = (
    <>
      {first}
      {phone && (
        <Button
          variant="quiet"
          href={phone.href}
          className="whitespace-nowrap @max-[16rem]:whitespace-normal"
        >
          <Icon name="phone" />
          <span>{phone.text}</span>
        </Button>
      )}
    </>
  );
  // `keepPresses` reveals it if React does not start; React removes it.
  const cannotCall = (
    <div
      hidden
      data-cannot-call=""
      // Search engines read a page whose React has not started.
      data-nosnippet=""
      className={
        'stage-cannot-call col-span-full row-span-full grid gap-2.5 ' +
        'grid-rows-[auto_minmax(0,1fr)_auto_auto_auto_minmax(0,1fr)]'
      }
      suppressHydrationWarning
    >
      <h3 className="flex items-center gap-2.5 text-title text-danger">
        <Icon name="warning" />
        <span>{copy.errorTitle}</span>
      </h3>
      <p role="alert" className="stage-failure [align-content:safe_end]">
        {message}
      </p>
      <input type="text" readOnly aria-label={button?.label} className="control" />
      <div className="stage-ways">{failureAction}</div>
      <p className="text-center text-note">
        <a href={`mailto:${contactMail}`} className="link">
          {contactMail}
        </a>
        {contact}
      </p>
    </div>
  );
  return { failureAction, cannotCall };
}

export const WithoutScript = ({ text }: { text: string }) => (
  <noscript>
    <p className="p-card text-lead sm:p-8">
      <TextWithLink before={text} link={contactMail} href={`mailto:${contactMail}`} />
    </p>
  </noscript>
);
