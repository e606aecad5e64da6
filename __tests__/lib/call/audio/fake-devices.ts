export class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  /**
   * @param isSilent ours, in place of a microphone's
   * @param deviceId of the microphone
   */
  constructor(
    readonly isSilent = false,
    readonly deviceId = '',
  ) {
    super();
  }
  readyState: 'live' | 'ended' = 'live';
  muted = false;
  /** Each time it was switched on or off. */
  readonly enabledChanges: boolean[] = [];
  private isEnabled = true;
  get enabled() {
    return this.isEnabled;
  }
  set enabled(isEnabled: boolean) {
    this.enabledChanges.push(isEnabled);
    this.isEnabled = isEnabled;
  }
  getSettings() {
    return { deviceId: this.deviceId };
  }
  stop() {
    this.readyState = 'ended';
  }
  /** Ends the track, because the device was removed. */
  lose() {
    if (this.readyState === 'ended') return;
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
  /** The device pauses it, or lets it go on. */
  pause(muted: boolean) {
    if (this.readyState === 'ended' || this.muted === muted) return;
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
}

export type FakeStream = { getTracks(): FakeTrack[] };

/** Microphones that are plugged in and out. */
export class FakeDevices extends EventTarget {
  /** Their ids, the browser's default first; null where the browser lists none and opens any. */
  inputs: string[] | null = null;
  /** The ids of the loudspeakers that are plugged in. */
  outputs: string[] = [];
  constructor(
    readonly getUserMedia: (constraints?: MediaStreamConstraints) => Promise<FakeStream>,
  ) {
    super();
  }
  enumerateDevices() {
    const describe = (kind: string) => (deviceId: string) => ({
      kind,
      deviceId,
      label: `Label of ${deviceId}`,
    });
    const inputs = (this.inputs ?? []).map(describe('audioinput'));
    return Promise.resolve([...inputs, ...this.outputs.map(describe('audiooutput'))]);
  }
  /** @throws as a browser does where there is no such microphone */
  find(constraints?: MediaStreamConstraints): string {
    const { deviceId } = (constraints?.audio ?? {}) as { deviceId?: { exact?: string } };
    const wanted = deviceId?.exact;
    if (this.inputs === null) return wanted ?? '';
    const [first] = this.inputs;
    if (first === undefined) throw new DOMException('', 'NotFoundError');
    if (wanted === undefined) return first;
    if (!this.inputs.includes(wanted)) throw new DOMException('', 'OverconstrainedError');
    return wanted;
  }
}

export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export function defer<Value>(): Deferred<Value> {
  const deferred = {} as Deferred<Value>;
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
}
