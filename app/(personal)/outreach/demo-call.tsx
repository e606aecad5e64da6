'use client';

import { buildLinkWithName, removeNameFromUrl } from '@/components/outreach/name-in-url';
import { CallWidget, type CallWidgetProps } from '@/components/call/call-widget';

interface DemoCallProps extends CallWidgetProps {
  assistantId: string;
  contactName: string | null;
}

export function DemoCall({ contactName, ...call }: DemoCallProps) {
  const { assistantId } = call;
  const { language } = call.copy;
  const removeName = () => removeNameFromUrl(assistantId, contactName, language);
  return <CallWidget {...call} beforeStart={removeName} getLinkToCopy={buildLinkWithName} />;
}
