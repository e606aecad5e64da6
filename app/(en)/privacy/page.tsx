import type { Metadata } from 'next';
import { Notice } from '@/components/landing/notice';
import { Button } from '@/components/ui/button';
import { Logo } from '@/components/ui/logo';
import { en } from '@/lib/content/en';
import { privacyCs, privacyEn, privacyMeta } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';

export const metadata: Metadata = privacyMeta;

export default function PrivacyPage() {
  return (
    <>
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-header max-w-7xl items-center px-gutter">
          <Logo brand={site.brand} href="/" label={en.header.home} />
        </div>
      </header>
      <main className="mx-auto max-w-3xl px-gutter pb-16">
        <Notice {...privacyEn} first />
        <Notice {...privacyCs} first={false} />
        <Button look="quiet" href="/">
          {en.notFound.home}
        </Button>
      </main>
    </>
  );
}
