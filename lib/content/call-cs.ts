import type { CallCopy } from './call-copy';
import { toolsCs } from './call-tools-cs';

const copyLinkButton = {
  button: {
    label: 'Zkopírovat odkaz',
    done: 'Odkaz je zkopírovaný',
    byHand: 'Prohlížeč odkaz nezkopíroval. Zkopírujte ho odsud:',
    action: 'copy-link',
  },
} as const;
const tryAgainLabel = 'Zkusit znovu';
const retryButton = { button: { label: tryAgainLabel, action: 'retry' } } as const;
const reloadButton = { button: { label: tryAgainLabel, action: 'load-again' } } as const;

export const callCopyCs: CallCopy = {
  language: 'cs',
  label: 'Hovor s\u00a0AI asistentem',
  initialising: 'Připravujeme AI asistenta…',
  start: 'Zahájit hovor',
  disclosure:
    'Budete mluvit s\u00a0AI asistentem, ne s\u00a0člověkem. Zvuk zpracovává poskytovatel ' +
    'hlasové služby.',
  privacyLink: 'Zásady ochrany osobních údajů',
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
  typedCounter: '{count}/500\u00a0znaků',
  typedTooLong: 'Zkraťte text, aby šel odeslat.',
  typeInstead: 'Raději psát',
  newest: 'Na nejnovější',
  elapsed: 'Délka hovoru',
  speaking: 'Asistent mluví',
  listening: 'Asistent poslouchá',
  youAreMuted: 'Máte ztlumený mikrofon',
  interrupted: 'Spojení vypadlo, snažíme se ho obnovit.',
  playbackBlocked: 'Prohlížeč zatím nepustil zvuk.',
  tapToHear: 'Pustit zvuk',
  unheard: 'Neslyšíme vás. Zkontrolujte, zda je vybraný správný mikrofon a\u00a0zda je zapnutý.',
  microphoneReplaced:
    'Váš mikrofon není k\u00a0dispozici. Místo něj teď používáme výchozí mikrofon.',
  microphoneLost: 'Teď není k\u00a0dispozici žádný mikrofon. Můžete pokračovat psaním.',
  microphonePaused: 'Zařízení váš mikrofon pozastavilo',
  reopenMicrophone: 'Znovu otevřít mikrofon',
  microphone: 'Mikrofon',
  defaultMicrophone: 'Výchozí mikrofon',
  microphoneLevel: 'Úroveň vašeho mikrofonu',
  assistantVolume: 'Hlasitost asistenta',
  captions: 'Titulky',
  captionsEmpty: 'Tady se objeví, co kdo řekne.',
  speakers: { assistant: 'Asistent', visitor: 'Vy' },
  tools: toolsCs,
  failures: {
    'not-configured': { message: 'AI asistent není správně nastaven.' },
    'init-failed': { message: 'AI asistenta se nepodařilo připravit.', ...reloadButton },
    'start-failed': { message: 'Hovor se nepodařilo zahájit.', ...retryButton },
    unknown: { message: 'Během hovoru došlo k\u00a0chybě.', ...retryButton },
    'microphone-denied': {
      message:
        'Mikrofon je zablokovaný. Povolte ho pro tento web v\u00a0adresním řádku prohlížeče nebo ' +
        'v\u00a0nastavení systému.',
      ...retryButton,
      typing: true,
    },
    'microphone-dismissed': {
      message:
        'Dotaz prohlížeče na mikrofon zůstal bez odpovědi. Zkuste to znovu a\u00a0povolte ho.',
      ...retryButton,
      typing: true,
    },
    'microphone-missing': {
      message: 'Nenašli jsme žádný mikrofon. Připojte ho a\u00a0zkuste to ještě jednou.',
      ...retryButton,
      typing: true,
    },
    'microphone-busy': {
      message: 'Mikrofon se nepodařilo otevřít. Zavřete aplikace, které ho možná používají.',
      ...retryButton,
      typing: true,
    },
    'insecure-context': {
      message: 'Mikrofon funguje jen přes zabezpečené připojení.',
      button: { label: 'Otevřít zabezpečenou stránku', action: 'open-secure' },
    },
    'in-app-browser': {
      message:
        'Prohlížeč uvnitř této aplikace mikrofon nenabízí. Otevřete stránku v\u00a0Chromu, ' +
        'Safari nebo Firefoxu.',
      ...copyLinkButton,
      typing: true,
    },
    'unsupported-browser': {
      message:
        'V\u00a0tomto prohlížeči nelze volat. Otevřete stránku v\u00a0aktuální verzi Chromu, ' +
        'Safari, Edge nebo Firefoxu.',
      ...copyLinkButton,
    },
    'key-rejected': {
      message: 'Hlasová služba odmítla přístup tohoto webu. Chyba je na naší straně.',
    },
    'assistant-unknown': {
      message: 'Tento asistent není k\u00a0dispozici. Chyba je na naší straně.',
    },
    'quota-exhausted': { message: 'Asistent teď nemá volnou kapacitu.' },
    'service-busy': {
      message: 'Právě teď volá příliš mnoho lidí. Zkuste to za minutu.',
      ...retryButton,
    },
    'calls-spent': {
      message:
        'Volné hovory jsou pro tuto chvíli vyčerpané. Napište nám a\u00a0asistenta vám ukážeme ' +
        'sami.',
    },
    'calls-off': {
      message: 'Hovory jsou teď vypnuté. Napište nám a\u00a0ozveme se vám.',
    },
    'service-unreachable': {
      message: 'K\u00a0hlasové službě se nelze připojit. Zkontrolujte připojení k\u00a0internetu.',
      ...retryButton,
    },
    'service-failed': { message: 'Hlasová služba má právě potíže.', ...retryButton },
    'script-blocked': {
      message: 'Část hovoru se nenačetla. Možná ji blokuje firewall nebo doplněk prohlížeče.',
      ...retryButton,
    },
    'call-refused': { message: 'Hovor byl uzavřen dřív, než mohl začít.', ...retryButton },
    'no-answer': { message: 'Asistent se včas neozval.', ...retryButton },
    'connection-lost': { message: 'Spojení se přerušilo a\u00a0hovor skončil.', ...retryButton },
    'assistant-failed': {
      message: 'U\u00a0asistenta nastala chyba a\u00a0hovor skončil.',
      ...retryButton,
    },
  },
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
