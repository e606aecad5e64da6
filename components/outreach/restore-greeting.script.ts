import { restoreGreeting } from './remove-name-from-url';

restoreGreeting();
