import type { CallCopy } from './call-copy';
import { describeFailures, type FailureKind } from '@/lib/call/failures';
import type { ToolsCopy } from '@/lib/call/transcript/tools';

const tryAgain = 'Zkusit znovu';

const failureMessages: Record<FailureKind, string> = {
  'not-configured': 'AI asistent není správně nastaven.',
  'init-failed': 'AI asistenta se nepodařilo připravit.',
  'start-failed': 'Hovor se nepodařilo zahájit.',
  unknown: 'Během hovoru došlo k\u00a0chybě.',
  'microphone-denied':
    'Mikrofon je zablokovaný. Povolte ho pro tento web v\u00a0adresním řádku prohlížeče nebo ' +
    'v\u00a0nastavení systému.',
  'microphone-denied-by-system':
    'Nastavení systému nepouští tento prohlížeč k\u00a0mikrofonu. Povolte to tam: v\u00a0macOS ' +
    'a\u00a0Windows v\u00a0části Soukromí, v\u00a0Androidu v\u00a0části Aplikace.',
  'microphone-dismissed':
    'Dotaz prohlížeče na mikrofon zůstal bez odpovědi. Zkuste to znovu a\u00a0povolte ho.',
  'microphone-missing': 'Nenašli jsme žádný mikrofon. Připojte ho a\u00a0zkuste to ještě jednou.',
  'microphone-busy': 'Mikrofon se nepodařilo otevřít. Zavřete aplikace, které ho možná používají.',
  'insecure-context': 'Mikrofon funguje jen přes zabezpečené připojení.',
  'in-app-browser':
    'Prohlížeč uvnitř této aplikace mikrofon nenabízí. Otevřete stránku v\u00a0Chromu, Safari ' +
    'nebo Firefoxu.',
  'unsupported-browser':
    'V\u00a0tomto prohlížeči nelze volat. Otevřete stránku v\u00a0aktuální verzi Chromu, Safari, ' +
    'Edge nebo Firefoxu.',
  'key-rejected': 'Hlasová služba odmítla přístup tohoto webu. Chyba je na naší straně.',
  'assistant-unknown': 'Tento asistent není k\u00a0dispozici. Chyba je na naší straně.',
  'quota-exhausted': 'Asistent teď nemá volnou kapacitu.',
  'service-busy': 'Právě teď volá příliš mnoho lidí. Zkuste to za minutu.',
  'calls-spent':
    'Volné hovory jsou pro tuto chvíli vyčerpané. Napište nám a\u00a0asistenta vám ukážeme sami.',
  'calls-off': 'Hovory jsou teď vypnuté. Napište nám a\u00a0ozveme se vám.',
  'service-unreachable':
    'K\u00a0hlasové službě se nelze připojit. Zkontrolujte připojení k\u00a0internetu.',
  'service-failed': 'Hlasová služba má právě potíže.',
  'script-blocked': 'Část hovoru se nenačetla. Možná ji blokuje firewall nebo doplněk prohlížeče.',
  'call-refused': 'Hovor byl uzavřen dřív, než mohl začít.',
  'no-answer': 'Asistent se včas neozval.',
  'connection-lost': 'Spojení se přerušilo a\u00a0hovor skončil.',
  'assistant-failed': 'U\u00a0asistenta nastala chyba a\u00a0hovor skončil.',
};

// After a colon, Czech words keep their nominative.
const separator = ': ';

const tools: ToolsCopy = {
  check_availability: { working: 'Dívám se do kalendáře', done: 'Kalendář prověřen', separator },
  book_appointment: { working: 'Zapisuji termín', done: 'Termín zapsán', separator },
  move_appointment: { working: 'Přesouvám termín', done: 'Termín přesunut', separator },
  cancel_appointment: { working: 'Ruším termín', done: 'Termín zrušen' },
  create_crm_record: {
    working: 'Zakládám záznam v\u00a0CRM',
    done: 'Záznam v\u00a0CRM založen',
    separator,
  },
  update_crm_record: {
    working: 'Upravuji záznam v\u00a0CRM',
    done: 'Záznam v\u00a0CRM upraven',
    separator,
  },
  note_in_crm: { working: 'Zapisuji poznámku do CRM', done: 'Poznámka zapsána do CRM' },
  create_ticket: { working: 'Zakládám požadavek', done: 'Požadavek založen' },
  send_confirmation: { working: 'Posílám potvrzení', done: 'Potvrzení odesláno' },
  transfer_to_person: { working: 'Přepojuji vás', done: 'Přepojeno', separator },
};

export const callCopyCs: CallCopy = {
  language: 'cs',
  label: 'Hovor s\u00a0AI asistentem',
  initialising: 'Připravujeme AI asistenta…',
  start: 'Zahájit hovor',
  disclosure:
    'Budete mluvit s\u00a0AI asistentem, ne s\u00a0člověkem. Zvuk zpracovává poskytovatel ' +
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
  connecting: 'Spojujeme vás s\u00a0AI asistentem…',
  askingForMicrophone: 'Až se prohlížeč zeptá, povolte mu mikrofon.',
  ending: 'Ukončujeme hovor…',
  active: 'Hovor probíhá',
  timeLimit: 'nejvýše {minutes} min',
  lastMinute: 'Zbývá méně než minuta. Hovor skončí v\u00a0čase {time}.',
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
  typedCounter: '{count}/{max}\u00a0znaků',
  typedTooLong: 'Zkraťte text, aby šel odeslat.',
  typeInstead: 'Raději psát',
  newest: 'Na nejnovější',
  elapsed: 'Délka hovoru',
  backToCall: 'Zpět k\u00a0hovoru',
  speaking: 'Asistent mluví',
  listening: 'Asistent poslouchá',
  stopTalking: 'Přerušit řeč',
  interruption: 'Dobře.',
  youAreMuted: 'Máte ztlumený mikrofon',
  interrupted: 'Spojení vypadlo, snažíme se ho obnovit.',
  playbackBlocked: 'Prohlížeč zatím nepustil zvuk.',
  tapToHear: 'Pustit zvuk',
  unheard:
    'Neslyšíme vás. Zkontrolujte, zda je vybraný správný mikrofon, zda je zapnutý a\u00a0zda ho ' +
    'prohlížeči povoluje nastavení systému.',
  microphoneReplaced:
    'Váš mikrofon není k\u00a0dispozici. Místo něj teď používáme výchozí mikrofon.',
  microphoneLost: 'Teď není k\u00a0dispozici žádný mikrofon. Můžete pokračovat psaním.',
  microphonePaused: 'Zařízení váš mikrofon pozastavilo',
  reopenMicrophone: 'Znovu otevřít mikrofon',
  microphone: 'Mikrofon',
  defaultMicrophone: 'Výchozí mikrofon',
  microphoneLevel: 'Úroveň vašeho mikrofonu',
  loudspeaker: 'Reproduktor',
  defaultLoudspeaker: 'Výchozí reproduktor',
  loudspeakerReplaced:
    'Váš reproduktor není k\u00a0dispozici. Místo něj teď používáme výchozí reproduktor.',
  assistantVolume: 'Hlasitost asistenta',
  captions: 'Titulky',
  captionsEmpty: 'Tady se objeví, co kdo řekne.',
  speakers: { assistant: 'Asistent', visitor: 'Vy' },
  tools,
  failures: describeFailures(failureMessages, {
    retry: { label: tryAgain },
    'load-again': { label: tryAgain },
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
};
