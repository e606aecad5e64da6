'use client';

import { useCallback } from 'react';
import {
  buildLinkWithName,
  removeNameFromUrl,
  type ShownParameters,
} from '@/components/outreach/name-in-url';
import { CallWidget, type CallWidgetProps } from '@/components/call/call-widget';

interface DemoCallProps extends Omit<CallWidgetProps, 'client'> {
  assistantId: string;
  shown: ShownParameters;
}

export function DemoCall({ shown, ...call }: DemoCallProps) {
  const { assistantId } = call;
  const { language } = call.copy;
  const removeName = useCallback(
    () => removeNameFromUrl(assistantId, shown, language),
    [assistantId, shown, language],
  );
  return <CallWidget {...call} beforeStart={removeName} getLinkToCopy={buildLinkWithName} />;
}
