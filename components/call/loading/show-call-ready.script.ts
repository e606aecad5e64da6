import { showCallReady } from './show-call-ready';

showCallReady();
