import type { ComponentType } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallWidgetProps } from './call-widget';

export interface LoadedWidget {
  Widget: ComponentType<CallWidgetProps>;
  copy: CallCopy;
}

/** Fetches the widget and its copy. Rejects when the code cannot be loaded. */
export async function loadWidget(language: CallCopy['language']): Promise<LoadedWidget> {
  // import(), not next/dynamic, which would add the widget to the page's first load.
  const [{ CallWidget }, copy] = await Promise.all([
    import('./call-widget'),
    language === 'cs'
      ? import('@/lib/content/call-cs').then(({ callCs }) => callCs)
      : import('@/lib/content/call-en').then(({ callEn }) => callEn),
  ]);
  return { Widget: CallWidget, copy };
}
