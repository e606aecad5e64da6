import type { Metadata } from 'next';
import { Button } from '@/components/ui/button';
import { NotFound } from '@/components/ui/page/not-found';
import { brokenLinkCs as copy } from '@/lib/content/broken-link-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site } from '@/lib/content/site';

export const metadata: Metadata = {
  title: copy.metaTitle,
  robots: { index: false },
  formatDetection: { telephone: false },
};

/** For addresses that begin like a personal link (docs/behaviour.md, section 2). */
export default function BrokenLinkPage() {
  return (
    <NotFound
      brand={site.shortBrand}
      home={personalCopyCs.home}
      title={copy.title}
      text={copy.text}
    >
      <ul className="mt-4 flex flex-wrap gap-x-8">
        <li>
          <a href={`mailto:${site.contactMail}`} className="btn link">
            {site.contactMail}
          </a>
        </li>
        <li>
          <a href="/contact" hrefLang="en" className="btn link">
            {personalCopyCs.contactForm}
          </a>
        </li>
      </ul>
      <Button href="/" hrefLang="en" className="mt-8">
        {copy.home}
      </Button>
    </NotFound>
  );
}
