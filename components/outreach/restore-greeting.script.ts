import { restoreGreeting } from './restore-greeting';

restoreGreeting();
