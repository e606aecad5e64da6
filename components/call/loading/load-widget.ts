import type { ComponentType } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallWidgetProps } from '@/components/call/call-widget';

export interface LoadedWidget {
  Widget: ComponentType<CallWidgetProps>;
  copy: CallCopy;
}

/** Loads the widget with its texts, one script per language. */
export function loadWidget(language: CallCopy['language']): Promise<LoadedWidget> {
  // next/dynamic would add the widget to the page's first load.
  return language === 'cs' ? import('./call-widget-cs') : import('./call-widget-en');
}
