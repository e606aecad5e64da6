import type { Metadata } from 'next';
import { PrivacyNotice } from '@/components/landing/privacy-notice';
import { BarePage } from '@/components/ui/bare-page';
import { en } from '@/lib/content/en';
import { writePrivacyCs, writePrivacyEn, privacyMeta } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import { retentionMonths } from '@/lib/server/env';

export const metadata: Metadata = privacyMeta;

export default function PrivacyPage() {
  const months = retentionMonths();
  return (
    <BarePage brand={site.brand} home={en.header.home} back={en.notFound.home}>
      <PrivacyNotice {...writePrivacyEn(months)} first />
      <PrivacyNotice {...writePrivacyCs(months)} first={false} />
    </BarePage>
  );
}
