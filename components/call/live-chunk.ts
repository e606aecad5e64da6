import './receipt/receipt.css';
import './live-chunk.css';

export { CallBar } from './call-bar';
export { SoundSettings } from './controls/sound-settings';
export { FullTranscript } from './receipt/full-transcript';
export { Rating } from './receipt/rating';
export { VoiceRecordLine } from './voice-record-line';
