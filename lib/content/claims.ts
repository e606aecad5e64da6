import type { Language } from '@/lib/language';

/** A short note with an icon. */
interface Claim<Text = string> {
  /** The name of a drawing in components/ui/ornaments.svg. */
  icon: 'check' | 'clock' | 'gift' | 'mail' | 'shield';
  text: Text;
}

/** In sentences about a request. */
export const answerTime = 'within 24 hours';

// Each of these lists may be empty. docs/make-it-yours.md says what each claim needs.

/** Next to the call on the landing page. */
export const callClaims: readonly Claim[] = [
  { icon: 'shield', text: 'HIPAA compliant and secure' },
  { icon: 'check', text: '99.9% uptime guarantee' },
  { icon: 'clock', text: '24/7 availability' },
];

/** Under the invitation to a strategy session. */
export const contactClaims: readonly Claim[] = [
  { icon: 'mail', text: 'No spam' },
  { icon: 'gift', text: '100% free consultation' },
  { icon: 'clock', text: `Response ${answerTime}` },
];

/** Under the contact form. */
export const formClaims: readonly Claim[] = [
  { icon: 'shield', text: 'Secure & Private' },
  { icon: 'clock', text: '24hr Response' },
  { icon: 'check', text: 'No Spam' },
];

/** Under the confirmation of a sent form. */
export const sentClaims: readonly Claim[] = [
  { icon: 'clock', text: '24hr Response' },
  { icon: 'gift', text: '100% Free' },
  { icon: 'check', text: 'No Commitment' },
];

/** On the personal page. */
export const personalClaims: readonly Claim<Record<Language, string>>[] = [
  { icon: 'shield', text: { en: 'GDPR compliant', cs: 'V souladu s GDPR' } },
  { icon: 'check', text: { en: '99.9% availability', cs: 'Dostupnost 99,9 %' } },
  { icon: 'clock', text: { en: 'Available 24/7', cs: 'K dispozici 24/7' } },
];
