// What works before React on `/` and `/outreach`.
import { prepareContactForm } from './contact-form';
import { goToCall, keepPageWithoutScript, invokeCommands, syncMenu } from './controls';
import { keepPresses } from './early-presses';
import { keepFocus } from './keep-focus';
import { startCounting } from './start-counting';

keepPageWithoutScript();
syncMenu();
prepareContactForm();
invokeCommands();
goToCall();
keepPresses();
keepFocus();
startCounting();
