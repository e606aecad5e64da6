import type { CallCopy } from './call-en';
import { addCzechSpaces } from './czech-spaces';
import { describeFailures } from './failures';
import type { FailureKind } from '@/lib/call/failures';
import type { ToolsCopy } from '@/lib/call/transcript/entries';

const failureMessages: Record<FailureKind, string> = {
  'not-configured': 'AI asistent není správně nastaven.',
  'init-failed': 'AI asistenta se nepodařilo připravit.',
  'start-failed': 'Hovor se nepodařilo zahájit.',
  unknown: 'Během hovoru došlo k chybě.',
  'microphone-denied':
    'Mikrofon je zablokovaný. Povolte ho pro tento web v adresním řádku prohlížeče nebo ' +
    'v nastavení systému.',
  'microphone-denied-by-system':
    'Nastavení systému nepouští tento prohlížeč k mikrofonu. Povolte to tam: v macOS ' +
    'a Windows v části Soukromí, v Androidu v části Aplikace.',
  'microphone-dismissed':
    'Dotaz prohlížeče na mikrofon zůstal bez odpovědi. Zkuste to znovu a povolte ho.',
  'microphone-missing': 'Nenašli jsme žádný mikrofon. Připojte ho a zkuste to ještě jednou.',
  'microphone-busy': 'Mikrofon se nepodařilo otevřít. Zavřete aplikace, které ho možná používají.',
  'insecure-context': 'Mikrofon funguje jen přes zabezpečené připojení.',
  'in-app-browser':
    'Prohlížeč uvnitř této aplikace mikrofon nenabízí. Otevřete stránku v Chromu, Safari ' +
    'nebo Firefoxu.',
  'unsupported-browser':
    'V tomto prohlížeči nelze volat. Otevřete stránku v aktuální verzi Chromu, Safari, ' +
    'Edge nebo Firefoxu.',
  'key-rejected': 'Hlasová služba odmítla přístup tohoto webu. Chyba je na naší straně.',
  'assistant-unknown': 'Tento asistent není k dispozici. Chyba je na naší straně.',
  'quota-exhausted': 'Asistent teď nemá volnou kapacitu.',
  'service-busy': 'Právě teď volá příliš mnoho lidí. Zkuste to za minutu.',
  'calls-spent':
    'Volné hovory jsou pro tuto chvíli vyčerpané. Napište nám a asistenta vám ukážeme sami.',
  'calls-off': 'Hovory jsou teď vypnuté. Napište nám a ozveme se vám.',
  'service-unreachable': 'K hlasové službě se nelze připojit. Zkontrolujte připojení k internetu.',
  'service-failed': 'Hlasová služba má právě potíže.',
  'script-blocked': 'Část hovoru se nenačetla. Možná ji blokuje firewall nebo doplněk prohlížeče.',
  'call-refused': 'Hovor byl uzavřen dřív, než mohl začít.',
  'no-answer': 'Asistent se včas neozval.',
  'connection-lost': 'Spojení se přerušilo a hovor skončil.',
  'assistant-failed': 'U asistenta nastala chyba a hovor skončil.',
};

// After a colon, Czech words keep their nominative.
const separator = ': ';

const tools: ToolsCopy = {
  check_availability: { working: 'Dívám se do kalendáře', done: 'Kalendář prověřen', separator },
  book_appointment: { working: 'Zapisuji termín', done: 'Termín zapsán', separator },
  move_appointment: { working: 'Přesouvám termín', done: 'Termín přesunut', separator },
  cancel_appointment: { working: 'Ruším termín', done: 'Termín zrušen' },
  create_crm_record: {
    working: 'Zakládám záznam v CRM',
    done: 'Záznam v CRM založen',
    separator,
  },
  update_crm_record: {
    working: 'Upravuji záznam v CRM',
    done: 'Záznam v CRM upraven',
    separator,
  },
  note_in_crm: { working: 'Zapisuji poznámku do CRM', done: 'Poznámka zapsána do CRM' },
  create_ticket: { working: 'Zakládám požadavek', done: 'Požadavek založen' },
  send_confirmation: { working: 'Posílám potvrzení', done: 'Potvrzení odesláno' },
  transfer_to_person: { working: 'Přepojuji vás', done: 'Přepojeno', separator },
};

export const callCopyCs: CallCopy = addCzechSpaces({
  language: 'cs',
  label: 'Hovor s AI asistentem',
  initialising: 'Připravujeme AI asistenta…',
  start: 'Zahájit hovor',
  disclosure:
    'Budete mluvit s AI asistentem, ne s člověkem. Zvuk zpracovává poskytovatel ' +
    'hlasové služby.',
  privacyLink: 'Zásady ochrany osobních údajů',
  privacyHref: '/privacy#cs',
  errorTitle: 'Chyba',
  examples: {
    title: 'Co můžete říct',
    sentences: [
      'Přesuňte mi schůzku na pátek dopoledne.',
      'Umíte to zapsat do našeho CRM?',
      'Co uděláte, když odpověď neznáte?',
    ],
  },
  ready: 'Vše je připraveno, můžete zahájit hovor',
  connecting: 'Spojujeme vás s AI asistentem…',
  askingForMicrophone: 'Až se prohlížeč zeptá, povolte mu mikrofon.',
  ending: 'Ukončujeme hovor…',
  active: 'Hovor probíhá',
  timeLimit: 'nejvýše {minutes} min',
  lastMinute: 'Zbývá méně než minuta. Hovor skončí v čase {time}.',
  endedBy: {
    visitor: 'Ukončili jste hovor',
    assistant: 'Asistent ukončil hovor',
    silence: 'Hovor skončil po delším tichu',
    'time-limit': 'Hovor dosáhl časového limitu',
    'left-page': 'Hovor skončil, protože jste odešli',
    failed: 'Hovor se přerušil',
  },
  end: 'Ukončit',
  cancel: 'Zrušit',
  mute: 'Ztlumit',
  muted: 'Ztlumeno',
  keyboard: 'Psát',
  sound: 'Zvuk',
  soundSettings: 'Nastavení zvuku',
  typeHere: 'Napište asistentovi',
  send: 'Poslat',
  typedCounter: '{count}/{max} znaků',
  typedTooLong: 'Zkraťte text, aby šel odeslat.',
  unsent: 'Neodesláno: {text}',
  typeInstead: 'Raději psát',
  newest: 'Na nejnovější',
  elapsed: 'Délka hovoru',
  backToCall: 'Zpět k hovoru',
  speaking: 'Asistent mluví',
  listening: 'Asistent poslouchá',
  stopTalking: 'Přerušit řeč',
  interruption: 'Dobře.',
  youAreMuted: 'Máte ztlumený mikrofon',
  echo: 'Asistent slyší sám sebe. Pomohou sluchátka.',
  interrupted: 'Spojení vypadlo, snažíme se ho obnovit.',
  playbackBlocked: 'Prohlížeč zatím nepustil zvuk.',
  tapToHear: 'Pustit zvuk',
  unheard:
    'Neslyšíme vás. Zkontrolujte, zda je vybraný správný mikrofon, zda je zapnutý a zda ho ' +
    'prohlížeči povoluje nastavení systému.',
  microphoneReplaced: 'Váš mikrofon není k dispozici. Místo něj teď používáme výchozí mikrofon.',
  microphoneLost: 'Teď není k dispozici žádný mikrofon. Můžete pokračovat psaním.',
  microphonePaused: 'Zařízení váš mikrofon pozastavilo',
  reopenMicrophone: 'Znovu otevřít mikrofon',
  microphone: 'Mikrofon',
  defaultMicrophone: 'Výchozí mikrofon',
  microphoneLevel: 'Úroveň vašeho mikrofonu',
  loudspeaker: 'Reproduktor',
  defaultLoudspeaker: 'Výchozí reproduktor',
  loudspeakerReplaced:
    'Váš reproduktor není k dispozici. Místo něj teď používáme výchozí reproduktor.',
  assistantVolume: 'Hlasitost asistenta',
  captions: 'Titulky',
  captionsEmpty: 'Tady se objeví, co kdo řekne.',
  speakers: { assistant: 'Asistent', visitor: 'Vy' },
  tools,
  failures: describeFailures(failureMessages, {
    retry: { label: 'Zkusit znovu' },
    'open-secure': { label: 'Otevřít zabezpečenou stránku' },
    'copy-link': {
      label: 'Zkopírovat odkaz',
      done: 'Odkaz je zkopírovaný',
      byHand: 'Prohlížeč odkaz nezkopíroval. Zkopírujte ho odsud:',
    },
  }),
  receipt: {
    minutes: '{minutes} min {seconds} s',
    seconds: '{seconds} s',
    conversation: 'Rozhovor',
    copy: 'Kopírovat',
    copied: 'Zkopírováno',
    byHand: 'Prohlížeč to neumožnil. Zkopírujte rozhovor odsud:',
    download: 'Stáhnout',
    fileName: 'rozhovor',
    rating: 'Jaké to bylo?',
    ratings: ['1, slabé', '2', '3', '4', '5, výborné'],
    rated: 'Děkujeme za hodnocení.',
    addToMessage: 'Přidat náš rozhovor ke zprávě',
  },
});
