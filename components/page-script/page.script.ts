// What works before React on `/` and `/outreach`; one feature's own is a `*.script.ts` next to it.
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
