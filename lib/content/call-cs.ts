import type { CallCopy } from './call-copy';

const copyLink = {
  action: 'Zkopírovat odkaz',
  done: 'Odkaz je zkopírovaný',
  does: 'copy-link',
} as const;
const retry = { action: 'Zkusit znovu', does: 'retry' } as const;

export const callCs: CallCopy = {
  language: 'cs',
  label: 'Hovor s AI asistentem',
  initialising: 'Připravujeme AI asistenta…',
  start: 'Zahájit hovor',
  disclosure:
    'Budete mluvit s AI asistentem, ne s člověkem. Zvuk zpracovává poskytovatel hlasové služby.',
  privacyLink: 'Zásady ochrany osobních údajů',
  errorTitle: 'Chyba',
  loadFailed: { message: 'AI asistenta se nepodařilo připravit.', ...retry },
  ready: 'Vše je připraveno, můžete zahájit hovor',
  connecting: 'Spojujeme vás s AI asistentem…',
  askingForMicrophone: 'Až se prohlížeč zeptá, povolte mu mikrofon.',
  ending: 'Ukončujeme hovor…',
  active: 'Hovor probíhá',
  ended: 'Hovor skončil.',
  end: 'Ukončit',
  cancel: 'Zrušit',
  mute: 'Ztlumit mikrofon',
  elapsed: 'Délka hovoru',
  speaking: 'Asistent mluví',
  listening: 'Asistent poslouchá',
  youAreMuted: 'Máte ztlumený mikrofon',
  interrupted: 'Spojení vypadlo, snažíme se ho obnovit.',
  playbackBlocked: 'Prohlížeč zatím nepustil zvuk.',
  tapToHear: 'Pustit zvuk',
  unheard: 'Neslyšíme vás. Zkontrolujte, zda je vybraný správný mikrofon a zda je zapnutý.',
  sound: 'Nastavení zvuku',
  microphone: 'Mikrofon',
  defaultMicrophone: 'Výchozí mikrofon',
  microphoneLevel: 'Úroveň vašeho mikrofonu',
  callVolume: 'Hlasitost hovoru',
  assistantVolume: 'Hlasitost asistenta',
  captions: 'Titulky',
  captionsEmpty: 'Tady se objeví, co kdo řekne.',
  speakers: { assistant: 'Asistent', visitor: 'Vy' },
  failures: {
    'not-configured': { message: 'AI asistent není správně nastaven.', ...retry },
    'init-failed': { message: 'AI asistenta se nepodařilo připravit.', ...retry },
    'start-failed': { message: 'Hovor se nepodařilo zahájit.', ...retry },
    unknown: { message: 'Během hovoru došlo k chybě.', ...retry },
    'microphone-denied': {
      message:
        'Mikrofon je zablokovaný. Povolte ho pro tento web v adresním řádku prohlížeče nebo v nastavení systému.',
      ...retry,
    },
    'microphone-missing': {
      message: 'Nenašli jsme žádný mikrofon. Připojte ho a zkuste to ještě jednou.',
      ...retry,
    },
    'microphone-busy': {
      message: 'Mikrofon se nepodařilo otevřít. Zavřete aplikace, které ho možná používají.',
      ...retry,
    },
    'insecure-context': {
      message: 'Mikrofon funguje jen přes zabezpečené připojení.',
      action: 'Otevřít zabezpečenou stránku',
      does: 'open-secure',
    },
    'in-app-browser': {
      message:
        'Prohlížeč uvnitř této aplikace mikrofon nenabízí. Otevřete stránku v Chromu, Safari nebo Firefoxu.',
      ...copyLink,
    },
    'unsupported-browser': {
      message:
        'V tomto prohlížeči nelze volat. Otevřete stránku v aktuální verzi Chromu, Safari, Edge nebo Firefoxu.',
      ...copyLink,
    },
    'key-rejected': {
      message: 'Hlasová služba odmítla přístup tohoto webu. Chyba je na naší straně.',
      ...retry,
    },
    'assistant-unknown': {
      message: 'Tento asistent není k dispozici. Chyba je na naší straně.',
      ...retry,
    },
    'quota-exhausted': { message: 'Asistent teď nemá volnou kapacitu.', ...retry },
    'service-busy': {
      message: 'Právě teď volá příliš mnoho lidí. Zkuste to za minutu.',
      ...retry,
    },
    'service-unreachable': {
      message: 'K hlasové službě se nelze připojit. Zkontrolujte připojení k internetu.',
      ...retry,
    },
    'service-failed': { message: 'Hlasová služba má právě potíže.', ...retry },
    'script-blocked': {
      message: 'Část hovoru se nenačetla. Možná ji blokuje firewall nebo doplněk prohlížeče.',
      ...retry,
    },
    'call-refused': { message: 'Hovor byl uzavřen dřív, než mohl začít.', ...retry },
    'no-answer': { message: 'Asistent se včas neozval.', ...retry },
    'connection-lost': { message: 'Spojení se přerušilo a hovor skončil.', ...retry },
    'assistant-failed': {
      message: 'U asistenta nastala chyba a hovor skončil.',
      ...retry,
    },
  },
};
