import { MachineCall } from './machine-call';
import type { SdkInstance } from './protocol';

declare global {
  interface Window {
    _daily?: { pendings: string[]; instances: Record<string, SdkInstance> };
  }
}

// The SDK loads this script once for each call object, whose id is here. It removes the object if
// loading is canceled.
const callClientId = window._daily?.pendings.shift();
const instance = callClientId ? window._daily?.instances[callClientId] : undefined;
if (callClientId && instance) new MachineCall(callClientId, instance);
