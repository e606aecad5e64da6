import { restoreGreeting } from './name-in-url';

restoreGreeting();
