// The page under test: the published SDK, and a record of everything it does.
import VapiModule from '@vapi-ai/web';

export type Recorded = { name: string; detail: unknown; at: number };

const record = {
  events: [] as Recorded[],
  tracks: [] as MediaStreamTrack[],
  contexts: [] as AudioContext[],
  violations: [] as string[],
  rejections: [] as string[],
};

// Bundlers disagree about what the default import of this CommonJS package is.
const Vapi = (VapiModule as unknown as { default?: typeof VapiModule }).default ?? VapiModule;
type Client = InstanceType<typeof VapiModule>;

const startedAt = performance.now();
const note = (name: string, detail: unknown = null) =>
  record.events.push({ name, detail, at: performance.now() - startedAt });

const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async (constraints) => {
  const stream = await getUserMedia(constraints);
  await window.voice.allowed;
  record.tracks.push(...stream.getTracks());
  return stream;
};
const NativeAudioContext = window.AudioContext;
window.AudioContext = class extends NativeAudioContext {
  constructor(options?: AudioContextOptions) {
    super(options);
    record.contexts.push(this);
  }
};
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  record.violations.push(`${violatedDirective} ${blockedURI.split('?')[0]}`);
});
window.addEventListener('unhandledrejection', ({ reason }) => {
  record.rejections.push(String(reason));
});

const names = [
  'call-start',
  'call-end',
  'call-start-progress',
  'call-start-success',
  'call-start-failed',
  'speech-start',
  'speech-end',
  'volume-level',
  'local-volume-level',
  'message',
  'error',
  'camera-error',
  'network-connection',
  'network-quality-change',
  'local-audio-level-observer-error',
] as const;

const voice = {
  record,
  /** Settles when the visitor has allowed the microphone. */
  allowed: Promise.resolve(),
  allow: () => {},
  /** From now on the visitor answers nothing until `allow` is called. */
  keepAsking() {
    voice.allowed = new Promise((resolve) => (voice.allow = resolve));
  },
  /** How the last start() settled: pending, call, null or rejected. */
  outcome: 'pending',
  vapi: undefined as unknown as Client,
  create(publicKey: string, apiUrl: string, callMachineUrl: string) {
    // The SDK passes options on that its own type does not name.
    const options = { avoidEval: true, callObjectBundleUrlOverride: callMachineUrl };
    voice.vapi = new Vapi(publicKey, apiUrl, options);
    for (const name of names) {
      // A copy that can leave the page: no tracks, no functions.
      const listen = (detail?: unknown) => note(name, JSON.parse(JSON.stringify(detail ?? null)));
      voice.vapi.on(name, listen);
    }
  },
};

declare global {
  interface Window {
    voice: typeof voice;
  }
}
window.voice = voice;

document.querySelector('button')?.addEventListener('click', () => {
  note('clicked');
  voice.outcome = 'pending';
  voice.vapi.start(document.querySelector('input')?.value).then(
    (call) => (voice.outcome = call === null ? 'null' : 'call'),
    () => (voice.outcome = 'rejected'),
  );
});
