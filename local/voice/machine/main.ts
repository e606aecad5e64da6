import { performAction } from './actions';
import { openChannel } from './channel';
import { MachineCall } from './machine-call';
import { TrackStore } from './participants';

declare global {
  interface Window {
    _daily?: {
      pendings: string[];
      instances: Record<
        string,
        { callMachine?: unknown; tracks?: { audioTrack?: MediaStreamTrack } }
      >;
    };
  }
}

// The SDK loads this script once for each call object, whose id is here. It removes the object if
// loading is canceled.
const callClientId = window._daily?.pendings.shift();
const instance = callClientId ? window._daily?.instances[callClientId] : undefined;

if (callClientId && instance) {
  const store = new TrackStore();
  instance.callMachine = { store, reset: () => undefined };
  const channel = openChannel(callClientId, (request) =>
    call.run(async () => performAction(call, request)),
  );
  const call = new MachineCall(channel, store, () => instance.tracks?.audioTrack);
}
