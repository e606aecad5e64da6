'use client';

import { useSyncExternalStore } from 'react';
import type { Devices } from '@/lib/call/sdk/live-devices';
import { createStore } from '@/lib/call/store';
import { useCallContext } from '@/components/call/call-context';

const noDevices = createStore<Devices>({ microphones: [], loudspeakers: [] });

export function useDevices(): Devices {
  const { session } = useCallContext();
  const { subscribe, get } = session.call?.devices.list ?? noDevices;
  return useSyncExternalStore(subscribe, get, get);
}
