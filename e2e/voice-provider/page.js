// The page under test: the published SDK, and a record of everything it does.
import VapiModule from '@vapi-ai/web';

const Vapi = VapiModule.default ?? VapiModule;
const startedAt = performance.now();

const record = { events: [], tracks: [], contexts: [], violations: [], rejections: [] };

const { getUserMedia } = navigator.mediaDevices;
navigator.mediaDevices.getUserMedia = async (...args) => {
  const stream = await getUserMedia.apply(navigator.mediaDevices, args);
  record.tracks.push(...stream.getTracks());
  return stream;
};
const NativeAudioContext = window.AudioContext;
window.AudioContext = class extends NativeAudioContext {
  constructor(...args) {
    super(...args);
    record.contexts.push(this);
  }
};
document.addEventListener('securitypolicyviolation', (event) => {
  record.violations.push(`${event.violatedDirective} ${event.blockedURI.split('?')[0]}`);
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
];

const plain = (value) =>
  value instanceof Error ? String(value) : value === undefined ? null : structuredClone(value);

window.voice = {
  record,
  create(publicKey, apiUrl, callMachineUrl) {
    const vapi = new Vapi(publicKey, apiUrl, {
      avoidEval: true,
      callObjectBundleUrlOverride: callMachineUrl,
    });
    for (const name of names) {
      vapi.on(name, (detail) => {
        let copy;
        try {
          copy = plain(detail);
        } catch {
          copy = JSON.parse(JSON.stringify(detail));
        }
        record.events.push({ name, detail: copy, at: performance.now() - startedAt });
      });
    }
    this.vapi = vapi;
  },
  /** Starts without waiting; `outcome` tells later how it settled. */
  start(assistantId) {
    const clickedAt = performance.now() - startedAt;
    record.events.push({ name: 'clicked', detail: null, at: clickedAt });
    this.outcome = 'pending';
    this.vapi.start(assistantId).then(
      (call) => (this.outcome = call === null ? 'null' : 'call'),
      () => (this.outcome = 'rejected'),
    );
  },
};

document.querySelector('button').addEventListener('click', () => {
  window.voice.start(document.querySelector('input').value);
});
