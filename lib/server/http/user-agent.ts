import 'server-only';
import { isbot } from 'isbot';

/** Longer than any browser's. The patterns of bots take long for long texts. */
const MAX_AGENT_LENGTH = 1024;

/** Whether the user agent names a bot or a headless browser. */
export const isDeclaredBot = (headers: Headers): boolean =>
  isbot(headers.get('user-agent')?.slice(0, MAX_AGENT_LENGTH));
