'use client';

import { lazy, type ComponentType } from 'react';
import type * as LiveChunk from './live-chunk';

/** Without its chunk, a call goes on without the part. */
function loadPart<Name extends keyof typeof LiveChunk>(name: Name) {
  type Props = React.ComponentProps<(typeof LiveChunk)[Name]>;
  return lazy<ComponentType<Props>>(() =>
    import('./live-chunk').then(
      (chunk) => ({ default: chunk[name] as ComponentType<Props> }),
      () => ({ default: () => null }),
    ),
  );
}

// What only a live call shows, loaded when one has started. Needs a <Suspense>.
export const CallBar = loadPart('CallBar');
export const SoundSettings = loadPart('SoundSettings');
