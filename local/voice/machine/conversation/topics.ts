import type { Plan } from '../../scenarios';

// The first match counts. A word matches by its beginning, unless `\b` marks its end.
const ENGLISH = {
  goodbye: /\b(?:bye|goodbye|see you|hang up|end the call|that s all|that is all)/,
  scheduling: /\b(?:appointment|schedul|reschedul|calendar|book|meeting|slot)/,
  crm: /\b(?:crm|hubspot|salesforce|pipedrive|integrat)/,
  price: /\b(?:pric|cost|how much|expens|cheap|fee|pay|budget|charge)/,
  human: /\b(?:human|person|people|agent|operator|transfer|somebody|someone|don t know)/,
  language: /\b(?:language|english|czech|german|spanish|french|speak)/,
  data: /\b(?:data|privacy|gdpr|hipaa|secur|safe|recording|stor(?:e|ed|age)\b)/,
  hours: /\b(?:hour|open|weekend|night|holiday|24 7|when are)/,
  start: /\b(?:start|begin|set up|setup|sign up|trial|try|onboard)/,
  support: /\b(?:support|customer|help|ticket|phone|question)/,
  hello: /\b(?:hello|hi\b|hey\b|good (?:day|morning|afternoon|evening))/,
};
const CZECH: typeof ENGLISH = {
  goodbye: /\b(?:na ?shledan|nashle|sbohem|konec|konci|ukonc|zaves|loucim|mejte se|to je vse)/,
  scheduling: /\b(?:schuz|termin|kalendar|objedn|rezerv|planov|presun|preloz)/,
  crm: /\b(?:crm|hubspot|salesforce|pipedrive|raynet|integrac|napoj)/,
  price: /\b(?:cen[auyoe]?\b|cenik|cenov|kolik|stoji|plati|plateb|poplat|drah|levn|rozpoc)/,
  human: /\b(?:clovek|lid(?:e|mi|sk)|operator|prepoj|koleg|nekdo|nekym|ziv[yeo]|nezna|nevi[ts])/,
  language: /\b(?:jazyk|cesk|cesti|anglick|anglicti|nemeck|nemci|slovensk|mluvi)/,
  data: /\b(?:dat[auy]?\b|datech|udaj|gdpr|soukrom|bezpec|nahrav|uklada)/,
  hours: /\b(?:hodin|kdy\b|vikend|noc|svat|otevr|nonstop)/,
  start: /\b(?:zac[ainoe]|jak na to|zkus|vyzkous|zaved|nasad|spust)/,
  support: /\b(?:podpor|zakazni|pomoc|pomuz|pomah|hovor|telefon|link|dotaz)/,
  hello: /\b(?:dobry (?:den|vecer)|dobre rano|ahoj|cau|zdrav|nazdar)/,
};
const KEYWORDS = { en: Object.entries(ENGLISH), cs: Object.entries(CZECH) };

/** For `unsure`, the assistant asks back. */
export type Topic = keyof typeof ENGLISH | 'unsure';

/** Finds a text's topic by keywords, with or without accents. */
export function findTopic(text: string, language: Plan['language']): Topic {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  const [topic = 'unsure'] = KEYWORDS[language].find(([, words]) => words.test(plain)) ?? [];
  return topic as Topic;
}
