import type { Metadata } from 'next';
import { PrivacyNotice } from '@/app/(en)/privacy/privacy-notice';
import { TextPage } from '@/components/ui/page/text-page';
import { en } from '@/lib/content/en';
import { writePrivacyCs, writePrivacyEn, privacyMeta } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import { getRetentionMonths } from '@/lib/server/env';

export const metadata: Metadata = privacyMeta;

export default function PrivacyPage() {
  const months = getRetentionMonths();
  return (
    <TextPage brand={site.brand} home={en.header.home} back={en.notFound.home}>
      <PrivacyNotice {...writePrivacyEn(months)} isFirst />
      <PrivacyNotice {...writePrivacyCs(months)} isFirst={false} />
    </TextPage>
  );
}
