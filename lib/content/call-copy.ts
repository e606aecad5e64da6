/** The failures a visitor can be told about; `lib/voice/call-errors.ts` decides which one it was. */
type FailureName =
  | 'not-configured'
  | 'init-failed'
  | 'start-failed'
  | 'unknown'
  | 'microphone-denied'
  | 'microphone-missing'
  | 'microphone-busy'
  | 'insecure-context'
  | 'in-app-browser'
  | 'unsupported-browser'
  | 'key-rejected'
  | 'assistant-unknown'
  | 'quota-exhausted'
  | 'service-busy'
  | 'service-unreachable'
  | 'service-failed'
  | 'script-blocked'
  | 'call-refused'
  | 'no-answer'
  | 'connection-lost'
  | 'assistant-failed';

/** One sentence and one thing to do about it. */
export interface FailureCopy {
  message: string;
  action: string;
  does: 'retry' | 'copy-link' | 'open-secure';
  /** What the action's button says once it is done, where it leaves the page as it is. */
  done?: string;
}

/** The strings the server renders before the widget itself has loaded. */
export interface CallShellCopy {
  language: 'en' | 'cs';
  /** Spec section 2: names the widget for assistive technology. */
  label: string;
  initialising: string;
  start: string;
  /** Shown before every call (EU AI Act, article 50). */
  disclosure: string;
  privacyLink: string;
  errorTitle: string;
  loadFailed: FailureCopy;
}

/** Every sentence of the call widget in one language. */
export interface CallCopy extends CallShellCopy {
  ready: string;
  connecting: string;
  askingForMicrophone: string;
  ending: string;
  active: string;
  ended: string;
  end: string;
  cancel: string;
  mute: string;
  elapsed: string;
  speaking: string;
  listening: string;
  youAreMuted: string;
  interrupted: string;
  playbackBlocked: string;
  tapToHear: string;
  unheard: string;
  sound: string;
  microphone: string;
  defaultMicrophone: string;
  microphoneLevel: string;
  callVolume: string;
  assistantVolume: string;
  captions: string;
  captionsEmpty: string;
  speakers: { assistant: string; visitor: string };
  failures: Record<FailureName, FailureCopy>;
}

/** The part of a language's texts that a page sends along for the server-rendered first state. */
export function shellOf(copy: CallCopy): CallShellCopy {
  const { language, label, initialising, start, disclosure, privacyLink, errorTitle, loadFailed } =
    copy;
  return { language, label, initialising, start, disclosure, privacyLink, errorTitle, loadFailed };
}
