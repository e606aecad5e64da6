import type { ContactField } from '@/lib/contact/fields';
import { addCzechSpaces } from './czech-spaces';
import { controllerName, KEPT, listLanguages, type PrivacyCopy } from './privacy';
import { site } from './site';

const formatPeriod = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;
const formatMonths = (months: number) => formatPeriod(months, 'měsíci', 'měsících');

const contactFields = {
  service_type: 'zvolenou službu',
  email: 'váš e-mail',
  message: 'zprávu, pokud ji napíšete',
} as const satisfies Record<ContactField, string>;

export const writePrivacyCs = (months: number) => addCzechSpaces(writeCzechNotice(months));

const writeCzechNotice = (months: number): PrivacyCopy => ({
  title: 'Ochrana osobních údajů',
  intro:
    'Co uchováváme, když si prohlížíte naše stránky, otevřete svůj odkaz na ukázku, zavoláte ' +
    'asistentovi nebo nám napíšete, a co po nás můžete chtít.',
  readHere: 'Přečíst česky',
  parts: [
    {
      title: 'Kdo za údaje odpovídá',
      text:
        `Správcem osobních údajů na tomto webu je ${controllerName}. S čímkoli na ` +
        `této stránce se obraťte na ${site.controller.mail}.`,
    },
    {
      title: 'Když si prohlížíte naše stránky',
      text:
        'Počítáme, co se děje na úvodní stránce a na osobních stránkách s ukázkou, abychom ' +
        'viděli, kde lidé uvíznou: že byla stránka vidět, že hovor začal nebo skončil, že byl ' +
        'formulář otevřen, vyplněn nebo odeslán, a jak rychlá stránka byla. Každá taková událost ' +
        'se přičte k dennímu součtu pro danou stránku, její jazyk, druh zařízení (telefon, ' +
        'tablet nebo počítač) a způsob, jakým jste přišli: z vyhledávače, od asistenta s umělou ' +
        'inteligencí, z jiného webu, přes náš odkaz nebo přímo. ' +
        'Jednoho návštěvníka od druhého nic neodlišuje: nepoužíváme žádný identifikátor, do ' +
        'vašeho zařízení kvůli tomu nic neukládáme a součástí součtů není vaše síťová adresa ani ' +
        'nic z toho, co napíšete nebo řeknete. Jako ochranu proti zneužití počítáme požadavky ' +
        'pod kódem odvozeným z vaší síťové adresy, podle kterého můžeme adresu znovu ověřit jen ' +
        `my. Kód platí po dobu ${formatPeriod(KEPT.pageMinutes, 'minuty', 'minut')} a při ` +
        'nejbližším úklidu, do jednoho dne, ho smažeme. Pokud váš prohlížeč hlásí Do Not Track ' +
        'nebo Global Privacy Control, nepočítáme vás. Máme oprávněný zájem na webu, který ' +
        'funguje, čl. 6 odst. 1 písm. f) GDPR.',
    },
    {
      title: 'Když otevřete osobní odkaz na ukázku',
      text:
        'Pokud jsme vám poslali odkaz na vlastní ukázku, uchováváme vaše jméno, název firmy, ' +
        'jazyk, označení vašeho asistenta a co dalšího o vás má vědět, například město, čas ' +
        'poslední návštěvy, posledního stisku na stránce a posledního hovoru a to, jak dlouho ' +
        'hovor trval, jak skončil a jak jste ho ohodnotili. Při hovoru se asistent dozví vaše ' +
        'jméno, firmu a co dalšího má vědět. Když přijdete a když zavoláte, ' +
        'dostaneme o tom zprávu. Máme oprávněný zájem ukázat vám ukázku připravenou pro vás ' +
        'a vědět, zda jste ji viděli, čl. 6 odst. 1 písm. f) GDPR. Kdykoli můžete vznést ' +
        'námitku.\n' +
        `Stránka existuje v těchto jazycích: ${listLanguages('cs')}. Který z nich uvidíte, určuje ` +
        'odkaz.',
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
        'prohlížeči, dokud stránku neopustíte; můžete si ho tam zkopírovat nebo uložit a k nám se ' +
        'dostane, jen pokud se rozhodnete poslat ho s požadavkem. Pokud hovor ohodnotíte, známka ' +
        'se přičte k dennímu součtu. Aby nikdo nevyčerpal hovory ' +
        `ostatních, počítáme je: po dobu ${formatPeriod(KEPT.callDays, 'dne', 'dnů')} uchováváme, ` +
        'kdy hovor začal, jak dlouho trval, kolik stál, a kód odvozený z vaší síťové adresy, ' +
        'podle kterého můžeme adresu znovu ověřit jen my. Je to náš oprávněný zájem, čl. 6 odst. ' +
        '1 písm. f) GDPR.',
    },
    {
      title: 'Když nám pošlete formulář',
      text:
        'Na zadanou adresu vám můžeme poslat e-mail o tom, že k nám požadavek dorazil, nejvýše ' +
        'jeden denně.\n' +
        'Pokud si po odeslání formuláře můžete vybrat termín, může odkaz na rezervační stránku ' +
        'obsahovat zadanou adresu, abyste ji nemuseli psát znovu. Její provozovatel ji dostane, ' +
        'když odkaz otevřete.\n' +
        'Jako ochranu proti zneužití počítáme požadavky pod kódy odvozenými z vaší síťové ' +
        `adresy, po dobu ${formatPeriod(KEPT.formMinutes, 'minuty', 'minut')}, a z vašeho e-mailu, ` +
        `po dobu ${formatPeriod(KEPT.emailHours, 'hodiny', 'hodin')}. Podle nich můžeme adresy ` +
        'znovu ověřit jen my a při nejbližším úklidu, do jednoho dne, je smažeme. Je to náš ' +
        'oprávněný zájem, čl. 6 odst. 1 písm. f) GDPR.\n' +
        `Uchováváme ${Object.values(contactFields).join(', ')}, a kdy k nám požadavek dorazil ` +
        'a zda je vyřízen. Právním základem jsou kroky před uzavřením smlouvy na vaši žádost, ' +
        'čl. 6 odst. 1 písm. b) GDPR.\n' +
        'S požadavkem uložíme také, odkud jste přišli: z vyhledávače, od asistenta s umělou ' +
        'inteligencí, z jiného webu (jen jeho název), nebo označení z odkazu na naši stránku (utm_source). Díky tomu víme, které ' +
        'odkazy k požadavkům vedou. Je to náš oprávněný zájem, čl. 6 odst. 1 písm. f) GDPR.',
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
        `${formatPeriod(KEPT.cookieMinutes, 'minuty', 'minut')} přenáší napsaný text na stránku s ` +
        'odpovědí, aby se nic neztratilo.\n' +
        'Když úvodní stránku opustíte s otevřeným formulářem, prohlížeč si může napsaný text ' +
        'ponechat a vrátit vám ho. My k tomu nic neukládáme a nic z něj se nám neposílá.',
    },
    {
      title: 'Jak dlouho údaje uchováváme',
      text:
        `Požadavek, na který jsme odpověděli, mažeme po ${formatMonths(months)} od doručení. ` +
        'Požadavek, na který jsme neodpověděli, mažeme až tehdy, když je to také nejméně ' +
        `${formatPeriod(KEPT.openDays, 'den', 'dnů')} od doručení upozornění na něj; jinak zůstává ` +
        'uložen. Záznamy o osobních odkazech mažeme po ' +
        `${formatMonths(months)}, během nichž jsme vám odkaz neposlali a vy jste ho nepoužili, ` +
        'nebo ihned po vaší námitce. Součty toho, co se děje na našich stránkách, mažeme po ' +
        `${formatMonths(KEPT.sumMonths)}.`,
    },
    {
      title: 'Vaše práva',
      text:
        'Můžete žádat o kopii svých údajů, jejich opravu, výmaz, omezení nebo přenos, vznést ' +
        `námitku a odvolat souhlas. Stačí napsat na ${site.controller.mail}. Stížnost můžete podat u ` +
        `dozorového úřadu; pro nás je to ${site.authority.cs.name} (${site.authority.cs.address}).`,
    },
  ],
});
