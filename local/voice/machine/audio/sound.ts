/** Plays and measures the sound of one call, on one AudioContext. */
export class Sound {
  private readonly context = new AudioContext();
  private readonly output = this.context.createMediaStreamDestination();
  private readonly volume = new GainNode(this.context);
  private readonly voiceMeter = new AnalyserNode(this.context, { fftSize: 2048 });
  // 4096 samples are longer than the 50 ms between two measurements.
  private readonly microphoneMeter = new AnalyserNode(this.context, { fftSize: 4096 });
  private microphone: MediaStreamAudioSourceNode | undefined;
  private readonly samples = new Float32Array(4096);

  constructor() {
    this.volume.connect(this.output);
    this.volume.connect(this.voiceMeter);
    void this.context.resume();
  }

  /** The page plays this track. */
  get voiceTrack(): MediaStreamTrack | undefined {
    return this.output.stream.getAudioTracks()[0];
  }

  listenTo(stream: MediaStream): void {
    this.microphone?.disconnect();
    this.microphone = this.context.createMediaStreamSource(stream);
    this.microphone.connect(this.microphoneMeter);
  }

  createSilentStream(): MediaStream {
    return this.context.createMediaStreamDestination().stream;
  }

  setMuted(muted: boolean): void {
    this.volume.gain.value = muted ? 0 : 1;
  }

  decode(clip: ArrayBuffer): Promise<AudioBuffer> {
    return this.context.decodeAudioData(clip);
  }

  play(clip: AudioBuffer): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer: clip });
    source.connect(this.volume);
    source.start();
    return source;
  }

  /** Returns the root mean square of the voice, 0 to 1. */
  measureVoiceLevel(): number {
    return this.measureLevel(this.voiceMeter);
  }

  /** Returns the root mean square, 0 to 1; it is 0 while the track is disabled. */
  measureMicrophoneLevel(): number {
    return this.microphone ? this.measureLevel(this.microphoneMeter) : 0;
  }

  private measureLevel(meter: AnalyserNode): number {
    const samples = this.samples.subarray(0, meter.fftSize);
    meter.getFloatTimeDomainData(samples);
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    return Math.min(1, Math.sqrt(sum / samples.length));
  }

  close(): void {
    for (const track of this.output.stream.getTracks()) track.stop();
    void this.context.close();
  }
}

const MIN_INTERVAL_MS = 100;

/** Calls `report` at the SDK's interval, until stopped or the call ends. */
export class LevelObserver {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly report: () => void,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.stop());
  }

  start(interval: unknown): void {
    this.stop();
    const requestedInterval = typeof interval === 'number' ? interval : 0;
    this.timer = setInterval(this.report, Math.max(MIN_INTERVAL_MS, requestedInterval));
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
