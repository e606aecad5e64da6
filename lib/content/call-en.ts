import type { CallCopy } from './call-copy';
import { toolsEn } from './call-tools-en';

const copyLinkButton = {
  button: {
    label: 'Copy the link',
    done: 'The link is copied',
    byHand: 'Your browser could not copy the link. Copy it from here:',
    action: 'copy-link',
  },
} as const;
const tryAgainLabel = 'Try again';
const retryButton = { button: { label: tryAgainLabel, action: 'retry' } } as const;
const reloadButton = { button: { label: tryAgainLabel, action: 'load-again' } } as const;

export const callCopyEn: CallCopy = {
  language: 'en',
  label: 'AI phone assistant',
  initialising: 'Initializing AI caller...',
  start: 'Start',
  disclosure:
    'You will be talking to an AI assistant, not a person. Audio is processed by our voice ' +
    'provider.',
  privacyLink: 'Privacy notice',
  errorTitle: 'Error',
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
  lastMinute: 'Less than a minute left. The call ends at {time}.',
  endedBy: {
    visitor: 'You ended the call',
    assistant: 'The assistant ended the call',
    silence: 'The call ended after a long silence',
    'time-limit': 'The call reached its time limit',
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
  typedCounter: '{count}/500 characters',
  typedTooLong: 'Please shorten it to send it.',
  typeInstead: 'Type instead',
  newest: 'Jump to newest',
  elapsed: 'Call length',
  speaking: 'The assistant is speaking',
  listening: 'The assistant is listening',
  youAreMuted: 'You are muted',
  interrupted: 'The connection is interrupted. Trying to restore it.',
  playbackBlocked: 'Your browser is holding back the sound.',
  tapToHear: 'Tap to hear',
  unheard: 'We cannot hear you. Check that the right microphone is chosen and switched on.',
  microphoneReplaced: 'Your microphone is not available. The default microphone is used now.',
  microphoneLost: 'No microphone is available now. You can go on by typing.',
  microphonePaused: 'Your microphone is paused by the device',
  reopenMicrophone: 'Reopen the microphone',
  microphone: 'Microphone',
  defaultMicrophone: 'Default microphone',
  microphoneLevel: 'Level of your microphone',
  assistantVolume: 'Assistant volume',
  captions: 'Captions',
  captionsEmpty: 'What you both say will appear here.',
  speakers: { assistant: 'Assistant', visitor: 'You' },
  tools: toolsEn,
  failures: {
    'not-configured': { message: 'AI caller not properly configured' },
    'init-failed': { message: 'Failed to initialize AI caller', ...reloadButton },
    'start-failed': { message: 'Failed to start call', ...retryButton },
    unknown: { message: 'An error occurred during the call', ...retryButton },
    'microphone-denied': {
      message:
        'The microphone is blocked. Allow it for this site in your browser’s address bar or ' +
        'system settings.',
      ...retryButton,
      typing: true,
    },
    'microphone-dismissed': {
      message:
        'Your browser’s question about the microphone was not answered. Try again and allow it.',
      ...retryButton,
      typing: true,
    },
    'microphone-missing': {
      message: 'No microphone was found. Connect one and try once more.',
      ...retryButton,
      typing: true,
    },
    'microphone-busy': {
      message: 'The microphone could not be opened. Close other apps that may be using it.',
      ...retryButton,
      typing: true,
    },
    'insecure-context': {
      message: 'The microphone only works over a secure connection.',
      button: { label: 'Open the secure page', action: 'open-secure' },
    },
    'in-app-browser': {
      message:
        'The browser inside this app does not offer the microphone. Open this page in Chrome, ' +
        'Safari or Firefox.',
      ...copyLinkButton,
      typing: true,
    },
    'unsupported-browser': {
      message:
        'This browser cannot make calls. Open this page in a current Chrome, Safari, Edge or ' +
        'Firefox.',
      ...copyLinkButton,
    },
    'key-rejected': {
      message: 'The voice service did not accept this site’s access. The fault is on our side.',
    },
    'assistant-unknown': {
      message: 'This assistant is not available. The fault is on our side.',
    },
    'quota-exhausted': {
      message: 'The assistant has no capacity left at the moment.',
    },
    'service-busy': {
      message: 'Too many people are calling right now. Try again in a minute.',
      ...retryButton,
    },
    'calls-spent': {
      message:
        'All free calls are taken for now. Ask for a strategy session, and we will show you the ' +
        'assistant ourselves.',
    },
    'calls-off': {
      message: 'Calls are switched off at the moment. Ask for a strategy session instead.',
    },
    'service-unreachable': {
      message: 'The voice service could not be reached. Check your internet connection.',
      ...retryButton,
    },
    'service-failed': {
      message: 'The voice service is having trouble at the moment.',
      ...retryButton,
    },
    'script-blocked': {
      message:
        'A part of the call could not be loaded. A firewall or a browser extension may be ' +
        'blocking it.',
      ...retryButton,
    },
    'call-refused': { message: 'The call was closed before it could begin.', ...retryButton },
    'no-answer': { message: 'The assistant did not answer in time.', ...retryButton },
    'connection-lost': {
      message: 'The connection was lost and the call has ended.',
      ...retryButton,
    },
    'assistant-failed': {
      message: 'The assistant ran into a fault and the call has ended.',
      ...retryButton,
    },
  },
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
    ratings: ['1, poor', '2', '3', '4', '5, excellent'],
    rated: 'Thank you for your rating.',
    addToMessage: 'Add our conversation to the message',
  },
};
