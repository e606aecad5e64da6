import { ASSISTANT_PARTICIPANT_ID } from './participants';

/** Holds the tracks of a call in the format in which the SDK reads them. */
export class TrackStore {
  microphone: MediaStream | undefined;
  voice: MediaStreamTrack | undefined;
  isSubscribed = false;

  getState = () => ({
    local: {
      public: {
        subscribedTracks: {
          ALL: false,
          [ASSISTANT_PARTICIPANT_ID]: { 'cam-audio': this.isSubscribed },
        },
      },
      streams: this.microphone ? { cam: { stream: this.microphone } } : {},
    },
    participants: {},
    streams: this.voice
      ? {
          voice: {
            participantId: ASSISTANT_PARTICIPANT_ID,
            type: 'cam',
            pendingTrack: this.voice,
            starttime: new Date(0).toISOString(),
          },
        }
      : {},
  });
}
