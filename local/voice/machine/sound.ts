/** Plays and measures the sound of one call, on one AudioContext. */
export class Sound {
  readonly context = new AudioContext();
  private readonly output = this.context.createMediaStreamDestination();
  readonly voiceMeter = createMeter(this.context);
  /** Shows 0 while the track is disabled. */
  readonly microphoneMeter = createMeter(this.context);
  private microphone: MediaStreamAudioSourceNode | undefined;

  constructor() {
    this.voiceMeter.input.connect(this.output);
    void this.context.resume();
  }

  /** The page plays this track. */
  get voiceTrack(): MediaStreamTrack | undefined {
    return this.output.stream.getAudioTracks()[0];
  }

  listenTo(stream: MediaStream): void {
    this.microphone?.disconnect();
    this.microphone = this.context.createMediaStreamSource(stream);
    this.microphone.connect(this.microphoneMeter.input);
  }

  play(clip: AudioBuffer): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer: clip });
    source.connect(this.voiceMeter.input);
    source.start();
    return source;
  }

  close(): void {
    for (const track of this.output.stream.getTracks()) track.stop();
    void this.context.close();
  }
}

/** Measures the root mean square, 0 to 1, of what goes through `input`. */
function createMeter(context: AudioContext) {
  // 4096 samples are longer than the 50 ms between two measurements.
  const input = new AnalyserNode(context, { fftSize: 4096 });
  const samples = new Float32Array(input.fftSize);
  const measure = () => {
    input.getFloatTimeDomainData(samples);
    const sum = samples.reduce((total, sample) => total + sample * sample, 0);
    return Math.min(1, Math.sqrt(sum / samples.length));
  };
  return { input, measure };
}
