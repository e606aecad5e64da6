import type { ComponentType } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallWidgetProps } from '@/components/call/call-widget';

export interface LoadedWidget {
  Widget: ComponentType<CallWidgetProps>;
  copy: CallCopy;
}

/** Fetches the widget with its copy, one script per language. Rejects when it cannot be loaded. */
export function loadWidget(language: CallCopy['language']): Promise<LoadedWidget> {
  // import(), not next/dynamic, which would add the widget to the page's first load.
  return language === 'cs' ? import('./call-widget-cs') : import('./call-widget-en');
}
