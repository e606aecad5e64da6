// What works before React on `/` and `/outreach`; one feature's own is a `*.script.ts` next to it.
import { prepareContactForm } from './contact-form';
import { goToCall, keepPageWithoutScript, polyfillInvokers, syncMenu } from './controls';
import { keepPresses } from './early-presses';
import { startCounting } from './start-counting';

keepPageWithoutScript();
syncMenu();
// Before the polyfill, which opens the form's dialog.
prepareContactForm();
polyfillInvokers();
goToCall();
keepPresses();
startCounting();
