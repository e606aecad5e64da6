import type { Metadata } from 'next';
import { NextCard } from '@/components/contact/next-card';
import { Footer } from '@/components/landing/footer';
import { VoiceLine } from '@/components/ui/icon';
import { TextPage } from '@/components/ui/page';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { brandFontClass } from './brand';
import './globals.css';

const copy = en.notFound;

export const metadata: Metadata = { title: copy.metaTitle, robots: { index: false } };

export { viewport } from './brand';

export default function NotFoundPage() {
  return (
    <html lang="en" className={brandFontClass}>
      <body className="flex min-h-svh flex-col">
        <TextPage
          brand={site.shortBrand}
          home={en.header.home}
          back={copy.home}
          aside={
            <NextCard>
              <nav aria-label={copy.linksTitle}>
                <p className="semibold">{copy.linksTitle}</p>
                <ul className="mt-2">
                  {copy.links.map((link) => (
                    <li key={link.href}>
                      <a href={link.href} className="btn btn-text">
                        {link.label}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            </NextCard>
          }
          footer={
            <>
              <VoiceLine drawing="horizon" className="voice-horizon mt-auto h-20 w-full" />
              <Footer />
            </>
          }
        >
          <h1 className="text-hero">{copy.title}</h1>
          <p className="mt-6 text-lead text-muted">{copy.text}</p>
        </TextPage>
      </body>
    </html>
  );
}
