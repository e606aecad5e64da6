import type { Metadata } from 'next';
import { PrivacyNotice } from '@/components/landing/privacy-notice';
import { BarePage } from '@/components/ui/bare-page';
import { en } from '@/lib/content/en';
import { privacyCs, privacyEn, privacyMeta } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';

export const metadata: Metadata = privacyMeta;

export default function PrivacyPage() {
  return (
    <BarePage brand={site.brand} home={en.header.home} back={en.notFound.home}>
      <PrivacyNotice {...privacyEn} first />
      <PrivacyNotice {...privacyCs} first={false} />
    </BarePage>
  );
}
