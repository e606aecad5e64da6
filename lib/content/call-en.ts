import { describeFailures } from './failures';
import type { FailureKind } from '@/lib/call/failures';
import type { ToolsCopy } from '@/lib/call/transcript/entries';
import type { Language } from '@/lib/language';

const failureMessages: Record<FailureKind, string> = {
  'not-configured': 'AI caller not properly configured',
  'init-failed': 'Failed to initialize AI caller',
  'start-failed': 'Failed to start call',
  unknown: 'An error occurred during the call',
  'microphone-denied':
    'The microphone is blocked. Allow it for this site in your browser’s address bar or system ' +
    'settings.',
  'microphone-denied-by-system':
    'Your system settings do not let this browser use the microphone. Allow it there: on macOS ' +
    'and Windows under Privacy, on Android under Apps.',
  'microphone-dismissed':
    'Your browser’s question about the microphone was not answered. Try again and allow it.',
  'microphone-missing': 'No microphone was found. Connect one and try once more.',
  'microphone-busy': 'The microphone could not be opened. Close other apps that may be using it.',
  'insecure-context': 'The microphone only works over a secure connection.',
  'in-app-browser':
    'The browser inside this app does not offer the microphone. Open this page in Chrome, Safari ' +
    'or Firefox.',
  'unsupported-browser':
    'This browser cannot make calls. Open this page in a current Chrome, Safari, Edge or Firefox.',
  'key-rejected': 'The voice service did not accept this site’s access. The fault is on our side.',
  'assistant-unknown': 'This assistant is not available. The fault is on our side.',
  'quota-exhausted': 'The assistant has no capacity left at the moment.',
  'service-busy': 'Too many people are calling right now. Try again in a minute.',
  'calls-spent':
    'All free calls are taken for now. Ask for a strategy session, and we will show you the ' +
    'assistant ourselves.',
  'calls-off': 'Calls are switched off at the moment. Ask for a strategy session instead.',
  'service-unreachable': 'The voice service could not be reached. Check your internet connection.',
  'service-failed': 'The voice service is having trouble at the moment.',
  'script-blocked':
    'A part of the call could not be loaded. A firewall or a browser extension may be blocking ' +
    'it.',
  'call-refused': 'The call was closed before it could begin.',
  'no-answer': 'The assistant did not answer in time.',
  'connection-lost': 'The connection was lost and the call has ended.',
  'assistant-failed': 'The assistant ran into a fault and the call has ended.',
};

const tools: ToolsCopy = {
  check_availability: {
    working: 'Looking at the calendar',
    done: 'Calendar checked',
    separator: ' for ',
  },
  book_appointment: {
    working: 'Booking the appointment',
    done: 'Appointment booked',
    separator: ' for ',
  },
  move_appointment: {
    working: 'Moving the appointment',
    done: 'Appointment moved',
    separator: ' to ',
  },
  cancel_appointment: { working: 'Canceling the appointment', done: 'Appointment canceled' },
  create_crm_record: {
    working: 'Creating a CRM record',
    done: 'CRM record created',
    separator: ' for ',
  },
  update_crm_record: {
    working: 'Updating the CRM record',
    done: 'CRM record updated',
    separator: ' of ',
  },
  note_in_crm: { working: 'Making a note in the CRM', done: 'Noted in the CRM' },
  create_ticket: { working: 'Opening a ticket', done: 'Ticket opened' },
  send_confirmation: { working: 'Sending a confirmation', done: 'Confirmation sent' },
  transfer_to_person: { working: 'Putting you through', done: 'Put through', separator: ' to ' },
};

export const callCopyEn = {
  language: 'en' as Language,
  label: 'AI phone assistant',
  initialising: 'Initializing AI caller...',
  start: 'Start',
  /** Required before every call (EU AI Act, article 50). */
  disclosure:
    'You will be talking to an AI assistant, not a person. Audio is processed by our voice ' +
    'provider.',
  privacyLink: 'Privacy notice',
  privacyHref: '/privacy',
  errorTitle: 'Error',
  /** Each sentence is also a quick reply in a call. */
  examples: {
    title: 'Things you can say',
    sentences: [
      'Move my appointment to Friday morning.',
      'Can you put this into our CRM?',
      'What happens when you don’t know an answer?',
    ],
  },
  ready: 'Ready to start your AI call',
  connecting: 'Connecting to AI Assistant...',
  askingForMicrophone: 'Allow the microphone when your browser asks.',
  ending: 'Ending the call...',
  active: 'Call Active',
  timeLimit: 'up to {minutes} min',
  /** Has the length at which the call ends. */
  lastMinute: 'Less than a minute left. The call ends at {time}.',
  endedBy: {
    visitor: 'You ended the call',
    assistant: 'The assistant ended the call',
    silence: 'The call ended after a long silence',
    'time-limit': 'The call reached its time limit',
    'left-page': 'The call ended when you left the page',
    /** Shown once the visitor has solved what made it fail. */
    failed: 'The call was cut off',
  },
  end: 'End',
  cancel: 'Cancel',
  mute: 'Mute',
  muted: 'Muted',
  keyboard: 'Keyboard',
  sound: 'Sound',
  soundSettings: 'Sound settings',
  typeHere: 'Write to the assistant',
  send: 'Send',
  typedCounter: '{count}/{max} characters',
  typedTooLong: 'Please shorten it to send it.',
  unsent: 'Not sent: {text}',
  typeInstead: 'Type instead',
  newest: 'Jump to newest',
  elapsed: 'Call length',
  backToCall: 'Back to the call',
  speaking: 'The assistant is speaking',
  listening: 'The assistant is listening',
  stopTalking: 'Stop talking',
  /** What the assistant says when it is stopped. */
  interruption: 'Okay.',
  youAreMuted: 'You are muted',
  echo: 'The assistant hears itself. Headphones help.',
  interrupted: 'The connection is interrupted. Trying to restore it.',
  playbackBlocked: 'Your browser is holding back the sound.',
  tapToHear: 'Tap to hear',
  unheard:
    'We cannot hear you. Check that the right microphone is chosen and switched on, and that your ' +
    'system settings let this browser use it.',
  microphoneReplaced: 'Your microphone is not available. The default microphone is used now.',
  microphoneLost: 'No microphone is available now. You can go on by typing.',
  microphonePaused: 'Your microphone is paused by the device',
  reopenMicrophone: 'Reopen the microphone',
  microphone: 'Microphone',
  defaultMicrophone: 'Default microphone',
  microphoneLevel: 'Level of your microphone',
  loudspeaker: 'Loudspeaker',
  defaultLoudspeaker: 'Default loudspeaker',
  loudspeakerReplaced: 'Your loudspeaker is not available. The default loudspeaker is used now.',
  assistantVolume: 'Assistant volume',
  captions: 'Captions',
  captionsEmpty: 'What you both say will appear here.',
  speakers: { assistant: 'Assistant', visitor: 'You' },
  tools,
  failures: describeFailures(failureMessages, {
    retry: { label: 'Try again' },
    'open-secure': { label: 'Open the secure page' },
    'copy-link': {
      label: 'Copy the link',
      done: 'The link is copied',
      byHand: 'Your browser could not copy the link. Copy it from here:',
    },
  }),
  receipt: {
    minutes: '{minutes} min {seconds} s',
    seconds: '{seconds} s',
    conversation: 'Conversation',
    copy: 'Copy',
    copied: 'Copied',
    byHand: 'Your browser could not do this. Copy the conversation from here:',
    download: 'Download',
    fileName: 'conversation',
    rating: 'How was it?',
    ratings: ['1, poor', '2', '3', '4', '5, excellent'] as [string, string, string, string, string],
    rated: 'Thank you for your rating.',
    addToMessage: 'Add our conversation to the message',
  },
};

/** Words in braces are replaced. */
export type CallCopy = typeof callCopyEn;
