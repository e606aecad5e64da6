import { createContext, useContext, type ReactNode } from 'react';
import type { CallCopy } from '@/lib/content/call-en';
import type { CallSession } from '@/lib/call/session/call-session';
import type { Store } from '@/lib/call/store';

export interface CallPage {
  copy: CallCopy;
  /** The time limit of a call, if the page knows it before the server has answered. */
  maxSeconds?: number | undefined;
  /** Another way to reach us, offered with every failure. */
  failureAction?: ReactNode;
  cannotCall?: ReactNode;
  thanks?: { title: string; text: string } | undefined;
  nextStep?: ReactNode;
  /** The maximum length of a message, if the next step is the contact dialog. */
  maxMessageLength?: number | undefined;
}

export interface CallContextValue extends CallPage {
  session: CallSession;
  /** What is in the text field and not sent; it outlives the call. */
  draft: Store<string>;
}

export const CallContext = createContext({} as CallContextValue);

export const useCallContext = () => useContext(CallContext);
