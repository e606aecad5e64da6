import { runSdk, type SdkEventName, type VoiceSdk } from '@/lib/call/sdk/voice-sdk';
import type { Message } from '@/local/voice/machine/protocol';

const CHANNEL = 'iframe-call-message';

const EVENT_NAMES = [
  ...(['call-start-success', 'call-start', 'call-end', 'message', 'error', 'audio'] as const),
  ...(['camera-error', 'local-audio-level-observer-error'] as const),
] satisfies SdkEventName[];

const waitForNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Stands between the SDK and the local call machine. */
class FakeMachine {
  /** What the SDK has asked the call machine, in order. */
  requests: Message[] = [];
  /** Answers by action, instead of the call machine's; null leaves a request unanswered. */
  answers: Record<string, object | null> = {};

  constructor() {
    // Before the call machine's own listener.
    window.addEventListener('message', (event) => {
      const request = event.data as Message;
      if (request?.what !== CHANNEL || request.from !== 'module') return;
      this.requests.push(request);
      const answer = this.answers[request.action];
      if (answer === undefined) return;
      event.stopImmediatePropagation();
      const { callbackStamp } = request;
      if (answer) this.post({ ...answer, action: 'reply', callbackStamp });
    });
  }

  listRequests(action: string): Message[] {
    return this.requests.filter((request) => request.action === action);
  }

  /** Posts a message of the call machine. */
  post(message: Message): void {
    const callClientId = this.requests.at(-1)?.callClientId;
    window.postMessage({ ...message, what: CHANNEL, from: 'embedded', callClientId });
  }

  /** Posts messages of the call machine, and waits until the SDK has handled them. */
  async say(...messages: Message[]): Promise<void> {
    for (const message of messages) this.post(message);
    await this.fence();
  }

  /** Says something in the assistant's name; an object as JSON. */
  async sayAsAssistant(...messages: (string | object)[]): Promise<void> {
    const toData = (message: string | object) =>
      typeof message === 'string' ? message : JSON.stringify(message);
    await this.say(...messages.map((each) => ({ action: 'app-message', data: toData(each) })));
  }

  /** Waits until all messages so far have been handled: their order stays. */
  async fence(): Promise<void> {
    const mark = crypto.randomUUID();
    const passed = new Promise<void>((resolve) =>
      window.addEventListener('message', ({ data }) => data === mark && resolve()),
    );
    window.postMessage(mark);
    await passed;
  }
}

/** What the SDK reports. */
class Recorder {
  /** In order. */
  // Each event has its own payload, and the tests read its fields.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  events: { name: string; payload: any }[] = [];

  listen(sdk: VoiceSdk, name: SdkEventName): void {
    sdk.on(name, (payload?: unknown) => void this.events.push({ name, payload }));
  }

  getPayloads(name: SdkEventName) {
    return this.events.filter((event) => event.name === name).map(({ payload }) => payload);
  }

  countEvents(name: SdkEventName): number {
    return this.getPayloads(name).length;
  }
}

/** The part of the tests in the page: the SDK in a call with the local voice provider. */
class Lab {
  machine = new FakeMachine();
  recorder = new Recorder();
  sdk!: VoiceSdk;

  /** Makes an instance as the product does. `callMachineUrl`: null for the hosted one. */
  create(
    audioSource?: MediaStreamTrack,
    callMachineUrl: string | null = `${location.origin}/call-machine.js`,
  ): VoiceSdk {
    const override = callMachineUrl ? { callObjectBundleUrlOverride: callMachineUrl } : {};
    const options = { avoidEval: true, ...override };
    this.sdk = new (runSdk())('', undefined, options, audioSource ? { audioSource } : {});
    for (const name of EVENT_NAMES) this.recorder.listen(this.sdk, name);
    return this.sdk;
  }

  /** Creates a call at the local voice provider. */
  async createCall(assistantId = 'silent-en'): Promise<Parameters<VoiceSdk['reconnect']>[0]> {
    const response = await fetch('/call/web', {
      method: 'POST',
      headers: { authorization: 'Bearer public-key' },
      body: JSON.stringify({ assistantId }),
    });
    return response.json();
  }

  /** Joins a new call, with the present instance if there is one. */
  async join(assistantId?: string): Promise<void> {
    await (this.sdk ?? this.create()).reconnect(await this.createCall(assistantId));
  }

  /** Joins a call, and waits until the assistant's voice plays in it. */
  async joinLive(assistantId?: string): Promise<void> {
    await this.join(assistantId);
    await this.waitUntil(() => this.recorder.countEvents('call-start') === 2, 'the start');
  }

  get room() {
    return this.sdk.getDailyCallObject();
  }

  getVisitor() {
    return Object.values(this.room?.participants() ?? {}).find(({ local }) => local);
  }

  /** @returns the error; null if it succeeds */
  async catchError(attempt: Promise<unknown>): Promise<string | null> {
    return attempt.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error)),
    );
  }

  async waitUntil(isDone: () => unknown, what: string): Promise<void> {
    for (let frames = 0; !isDone(); frames += 1) {
      if (frames > 1_000) throw new Error(`${what} did not happen`);
      await waitForNextFrame();
    }
  }
}

window.lab = new Lab();

declare global {
  interface Window {
    lab: Lab;
  }
}
