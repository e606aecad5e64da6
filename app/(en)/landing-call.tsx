'use client';

import { CallWidget, type CallWidgetProps } from '@/components/call/call-widget';
import { CONTACT_FIELDS } from '@/lib/contact/fields';
import { callCopyEn } from '@/lib/content/call-en';

type LandingCallProps = Pick<CallWidgetProps, 'failureAction' | 'cannotCall' | 'nextStep'>;

/** A client component, so that its texts come with its script only. */
export function LandingCall(props: LandingCallProps) {
  return (
    <CallWidget {...props} copy={callCopyEn} maxMessageLength={CONTACT_FIELDS.message.limit} />
  );
}
