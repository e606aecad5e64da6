import { addCzechSpaces } from './czech-spaces';
import type { ContactField } from '@/lib/contact/fields';
import { keptByDatabase, keptForSeconds } from '@/lib/retention';
import { site } from './site';

export interface PrivacyCopy {
  lang: 'en' | 'cs';
  title: string;
  intro: string;
  /** Each line of `text` is a paragraph. */
  parts: readonly { title: string; text: string; points?: readonly string[] }[];
  translation: { label: string; href: string; lang: 'en' | 'cs' };
}

const { controller } = site;
const addressPart = controller.address ? `, ${controller.address}` : '';
const formatPeriodEn = (count: number, unit: 'minute' | 'hour' | 'day' | 'month') =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;
const formatPeriodCs = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
const formatMonthsCs = (months: number) => formatPeriodCs(months, 'měsíci', 'měsících');

const pageMinutes = keptForSeconds.pageAddress / 60;
const formMinutes = keptForSeconds.formAddress / 60;
const emailHours = keptForSeconds.formEmail / 3600;
const cookieMinutes = keptForSeconds.formCookie / 60;
const { callDays, sumMonths } = keptByDatabase;

const contactFieldsEn = {
  service_type: 'the service you are interested in,',
  email: 'your e-mail address,',
  message: 'your message, if you write one,',
} as const satisfies Record<ContactField, string>;

const contactFieldsCs = {
  service_type: 'zvolenou službu',
  email: 'váš e-mail',
  message: 'zprávu, pokud ji napíšete',
} as const satisfies Record<ContactField, string>;

/** @param months how long requests and records of personal links are kept */
export const writePrivacyEn = (months: number): PrivacyCopy => ({
  lang: 'en',
  title: 'Privacy notice',
  intro:
    'What we keep when you look at our pages, write to us, call our assistant or open a personal ' +
    'demo link, and what you can ask us to do with it.',
  translation: { label: 'Přečíst česky', href: '#cs', lang: 'cs' },
  parts: [
    {
      title: 'Who is responsible',
      text:
        `${controller.name}${addressPart} decides how and why personal data on this site is ` +
        `used. Write to ${controller.mail} about anything on this page.`,
    },
    {
      title: 'When you look at our pages',
      text:
        'We count what happens on the home page and on personal demo pages, to see where people ' +
        'get stuck: that a page was seen, that a call began or ended, that the form was opened, ' +
        'filled in or sent, and how fast the page was. Each of these is added to a sum of the ' +
        'day for the page, its language, the kind of device (phone, tablet or computer) and, if ' +
        'the link that led here names one, a source from a short list. Nothing tells one visitor ' +
        'from another: there is no identifier, counting stores nothing on your device, and ' +
        'neither your network address nor anything you write or say becomes part of the sums. To ' +
        'stop misuse we count requests under a code made from your network address, from which ' +
        'only we could check that address again. The code counts for ' +
        `${formatPeriodEn(pageMinutes, 'minute')} and is deleted by the next cleaning, within a ` +
        'day. If your browser says Do Not Track or Global Privacy Control, you are not counted. ' +
        'We have a legitimate interest in a site that works, Article 6(1)(f) GDPR.',
    },
    {
      title: 'When you ask for a strategy session',
      text:
        'To the address you enter we may send an e-mail that says that your request has reached ' +
        'us, at most one a day.\n' +
        'To stop misuse we count requests under codes made from your network address, for ' +
        `${formatPeriodEn(formMinutes, 'minute')}, and from your e-mail address, for ` +
        `${formatPeriodEn(emailHours, 'hour')}. Only we could check the addresses again from ` +
        'them. The next cleaning, within a day, deletes them. It is our legitimate interest, ' +
        'Article 6(1)(f) GDPR.\n' +
        'We keep what you enter in the contact form, so that we can answer you and prepare the ' +
        'session. You asked us to, and that is the legal basis: steps before a contract, Article ' +
        '6(1)(b) GDPR.',
      points: [
        ...Object.values(contactFieldsEn),
        'when the request reached us and whether we have dealt with it.',
      ],
    },
    {
      title: 'When you call the assistant',
      text:
        'A machine answers the call: our assistant is an artificial intelligence, not a person. ' +
        'A call starts only when you press the button. Your browser asks for the microphone ' +
        'then, unless you choose to type. Your voice, or what you type, goes to our voice ' +
        'provider, Vapi, and over its carrier Daily, to be understood and answered. Both see ' +
        'your network address, as with any call over the internet. They may keep a recording or ' +
        'a transcript of the call. The legal basis is your consent, Article 6(1)(a) GDPR; ending ' +
        'the call ends the processing of your voice and your words.\n' +
        'This site itself stores no audio and no transcript. What was said stays in your browser ' +
        'until you leave the page; you can copy or save it there, and it reaches us only if you ' +
        'choose to send it with a request. If you rate a call, the mark is added to a sum of the ' +
        'day. So that nobody uses up the calls of all others, we count them: for ' +
        `${formatPeriodEn(callDays, 'day')} we keep when a call was made, how long it took, what ` +
        'it cost, and a code made from your network address, from which only we could check that ' +
        'address again. That is our legitimate interest, Article 6(1)(f) GDPR.',
    },
    {
      title: 'When you open a personal demo link',
      text:
        'If we sent you a link to your own demo, we keep your name, your company and your ' +
        'assistant’s number, and the times of your last visit and your last call. We have a ' +
        'legitimate interest in showing you a demo made for you and in knowing whether it was ' +
        'seen, Article 6(1)(f) GDPR. You can object at any time.',
    },
    {
      title: 'Who works for us',
      text:
        'Requests, visits and sums are stored in a database run by Supabase. Calls are run by ' +
        `Vapi and carried by Daily. E-mails go through ${site.mailProvider.en}. They process ` +
        'data on our behalf and may do so outside the European Union, under the safeguards the ' +
        'GDPR requires. We do not sell data and do not use it for advertising.',
    },
    {
      title: 'Cookies',
      text:
        'We use no cookies for analytics or advertising. Only if you send the contact form ' +
        'without JavaScript do we set an encrypted cookie for ' +
        `${formatPeriodEn(cookieMinutes, 'minute')}: it carries what you typed to the page with ` +
        'the answer, so that nothing is lost.\n' +
        'If you leave the home page while the contact form is open, this tab remembers that, so ' +
        'that your browser can give back what you typed. Nothing of it is sent to us.',
    },
    {
      title: 'How long we keep it',
      text:
        `Requests are deleted after ${formatPeriodEn(months, 'month')}, unless we work together ` +
        'by then. If we have not answered by then, a request stays until two weeks after we were ' +
        'reminded of it. Records of personal demo links are deleted after ' +
        `${formatPeriodEn(months, 'month')} in which we did not send the link and you did not ` +
        'use it, or as soon as you object. The sums of what happens on our pages are deleted ' +
        `after ${formatPeriodEn(sumMonths, 'month')}.`,
    },
    {
      title: 'Your rights',
      text:
        'You can ask for a copy of your data, have it corrected, deleted, restricted or handed ' +
        'to someone else, object to its use, and withdraw consent. One message to ' +
        `${controller.mail} is enough. You can also complain to a data protection authority; in ` +
        'the Czech Republic that is the Office for Personal Data Protection (uoou.gov.cz).',
    },
  ],
});

export const writePrivacyCs = (months: number) => addCzechSpaces(writeCzechNotice(months));

const writeCzechNotice = (months: number): PrivacyCopy => ({
  lang: 'cs',
  title: 'Ochrana osobních údajů',
  intro:
    'Co uchováváme, když si prohlížíte naše stránky, otevřete svůj odkaz na ukázku, zavoláte ' +
    'asistentovi nebo nám napíšete, a co po nás můžete chtít.',
  translation: { label: 'Read in English', href: '#en', lang: 'en' },
  parts: [
    {
      title: 'Kdo za údaje odpovídá',
      text:
        `Správcem osobních údajů na tomto webu je ${controller.name}${addressPart}. S čímkoli na ` +
        `této stránce se obraťte na ${controller.mail}.`,
    },
    {
      title: 'Když si prohlížíte naše stránky',
      text:
        'Počítáme, co se děje na úvodní stránce a na osobních stránkách s ukázkou, abychom ' +
        'viděli, kde lidé uvíznou: že byla stránka vidět, že hovor začal nebo skončil, že byl ' +
        'formulář otevřen, vyplněn nebo odeslán, a jak rychlá stránka byla. Každá taková událost ' +
        'se přičte k dennímu součtu pro danou stránku, její jazyk, druh zařízení (telefon, ' +
        'tablet nebo počítač) a zdroj z krátkého seznamu, pokud ho odkaz na náš web uvádí. ' +
        'Jednoho návštěvníka od druhého nic neodlišuje: nepoužíváme žádný identifikátor, do ' +
        'vašeho zařízení kvůli tomu nic neukládáme a součástí součtů není vaše síťová adresa ani ' +
        'nic z toho, co napíšete nebo řeknete. Jako ochranu proti zneužití počítáme požadavky ' +
        'pod kódem odvozeným z vaší síťové adresy, podle kterého můžeme adresu znovu ověřit jen ' +
        `my. Kód platí po dobu ${formatPeriodCs(pageMinutes, 'minuty', 'minut')} a při ` +
        'nejbližším úklidu, do jednoho dne, ho smažeme. Pokud váš prohlížeč hlásí Do Not Track ' +
        'nebo Global Privacy Control, nepočítáme vás. Máme oprávněný zájem na webu, který ' +
        'funguje, čl. 6 odst. 1 písm. f) GDPR.',
    },
    {
      title: 'Když otevřete osobní odkaz na ukázku',
      text:
        'Pokud jsme vám poslali odkaz na vlastní ukázku, uchováváme vaše jméno, název firmy, ' +
        'označení vašeho asistenta a čas poslední návštěvy a posledního hovoru. Máme oprávněný ' +
        'zájem ukázat vám ukázku připravenou pro vás a vědět, zda jste ji viděli, čl. 6 odst. 1 ' +
        'písm. f) GDPR. Kdykoli můžete vznést námitku.',
    },
    {
      title: 'Když zavoláte asistentovi',
      text:
        'Hovor přijímá stroj: náš asistent je umělá inteligence, ne člověk. Hovor začne až poté, ' +
        'co stisknete tlačítko. Pokud nechcete raději psát, prohlížeč se vás pak zeptá na ' +
        'mikrofon. Váš hlas nebo to, co napíšete, putuje k našemu poskytovateli hlasových služeb ' +
        'Vapi a jeho přenosové síti Daily, aby mu asistent rozuměl a mohl odpovědět. Oba vidí ' +
        'vaši síťovou adresu jako při každém hovoru přes internet. Mohou uchovat nahrávku nebo ' +
        'přepis hovoru. Právním základem je váš souhlas, čl. 6 odst. 1 písm. a) GDPR; ukončením ' +
        'hovoru zpracování vašeho hlasu i slov končí.\n' +
        'Tento web sám žádný zvuk ani přepis neukládá. Text rozhovoru zůstává jen ve vašem ' +
        'prohlížeči, dokud stránku neopustíte; můžete si ho tam zkopírovat nebo uložit. Pokud ' +
        'hovor ohodnotíte, známka se přičte k dennímu součtu. Aby nikdo nevyčerpal hovory ' +
        `ostatních, počítáme je: po dobu ${formatPeriodCs(callDays, 'dne', 'dnů')} uchováváme, ` +
        'kdy hovor začal, jak dlouho trval, kolik stál, a kód odvozený z vaší síťové adresy, ' +
        'podle kterého můžeme adresu znovu ověřit jen my. Je to náš oprávněný zájem, čl. 6 odst. ' +
        '1 písm. f) GDPR.',
    },
    {
      title: 'Když nám pošlete formulář',
      text:
        'Na zadanou adresu vám můžeme poslat e-mail o tom, že k nám požadavek dorazil, nejvýše ' +
        'jeden denně.\n' +
        'Jako ochranu proti zneužití počítáme požadavky pod kódy odvozenými z vaší síťové ' +
        `adresy, po dobu ${formatPeriodCs(formMinutes, 'minuty', 'minut')}, a z vašeho e-mailu, ` +
        `po dobu ${formatPeriodCs(emailHours, 'hodiny', 'hodin')}. Podle nich můžeme adresy ` +
        'znovu ověřit jen my a při nejbližším úklidu, do jednoho dne, je smažeme. Je to náš ' +
        'oprávněný zájem, čl. 6 odst. 1 písm. f) GDPR.\n' +
        `Uchováváme ${Object.values(contactFieldsCs).join(', ')}, a kdy k nám požadavek dorazil ` +
        'a zda je vyřízen. Právním základem jsou kroky před uzavřením smlouvy na vaši žádost, ' +
        'čl. 6 odst. 1 písm. b) GDPR.',
    },
    {
      title: 'Kdo pro nás pracuje',
      text:
        'Požadavky, návštěvy a součty jsou uloženy v databázi, kterou provozuje Supabase. Hovory ' +
        `zajišťují Vapi a Daily. E-maily přenáší ${site.mailProvider.cs}. Údaje zpracovávají ` +
        'naším jménem, případně i mimo Evropskou unii, se zárukami, které GDPR vyžaduje. Údaje ' +
        'neprodáváme a nepoužíváme je k reklamě.',
    },
    {
      title: 'Cookies',
      text:
        'Cookies pro měření návštěvnosti ani reklamu nepoužíváme. Jen když formulář odešlete bez ' +
        'JavaScriptu, uložíme šifrovanou cookie, která po dobu ' +
        `${formatPeriodCs(cookieMinutes, 'minuty', 'minut')} přenáší napsaný text na stránku s ` +
        'odpovědí, aby se nic neztratilo.\n' +
        'Když úvodní stránku opustíte s otevřeným formulářem, karta prohlížeče si to poznamená, ' +
        'aby vám prohlížeč mohl vrátit napsaný text. Nic z něj se nám neposílá.',
    },
    {
      title: 'Jak dlouho údaje uchováváme',
      text:
        `Požadavky mažeme po ${formatMonthsCs(months)}, pokud mezitím nezačneme spolupracovat. ` +
        'Pokud jsme do té doby neodpověděli, požadavek zůstává uložen, dokud neuplynou dva týdny ' +
        'od upozornění, které na něj dostaneme. Záznamy o osobních odkazech mažeme po ' +
        `${formatMonthsCs(months)}, během nichž jsme vám odkaz neposlali a vy jste ho nepoužili, ` +
        'nebo ihned po vaší námitce. Součty toho, co se děje na našich stránkách, mažeme po ' +
        `${formatMonthsCs(sumMonths)}.`,
    },
    {
      title: 'Vaše práva',
      text:
        'Můžete žádat o kopii svých údajů, jejich opravu, výmaz, omezení nebo přenos, vznést ' +
        `námitku a odvolat souhlas. Stačí napsat na ${controller.mail}. Stížnost můžete podat u ` +
        'Úřadu pro ochranu osobních údajů (uoou.gov.cz).',
    },
  ],
});

export const privacyMeta = {
  title: `Privacy notice: requests, calls and demos | ${site.brand}`,
  description:
    `What ${site.brand} keeps when you send a request, call the AI phone assistant or open a ` +
    'demo link, for how long, who processes it and your rights.',
};
