export { CallBar } from './call-bar';
export { SoundSettings } from './controls/sound-settings';
