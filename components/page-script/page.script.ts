// What works before React on `/` and `/outreach`.
import { shortenAddress } from '@/lib/kept-link';
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
// Before anything can send the address.
const { shortLink } = document.currentScript?.dataset ?? {};
if (shortLink) shortenAddress(JSON.parse(shortLink));
startCounting();
