'use client';

import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/call/store';
import type * as LiveParts from './live-chunk';

const parts = createStore<Partial<typeof LiveParts>>({});

/** Fetches what only a call shows. Without it, a call goes on without these parts. */
export const loadLiveParts = () => void import('./live-chunk').then(parts.set, () => undefined);

export const useLiveParts = () => useSyncExternalStore(parts.subscribe, parts.get, parts.get);
