import type { Metadata } from 'next';
import { Button } from '@/components/ui/button';
import { Footer } from '@/components/landing/footer';
import { LogoHeader } from '@/components/ui/page';
import { VoiceLine } from '@/components/ui/icon';
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
      <body className="glow flex min-h-svh flex-col overflow-x-clip">
        <LogoHeader brand={site.shortBrand} home={en.header.home} />
        <main className="relative isolate flex grow items-center">
          <VoiceLine
            drawing="horizon"
            className="voice-horizon absolute inset-x-0 bottom-0 -z-10 h-32 w-full"
          />
          <div className="page-width pt-12 pb-40">
            <h1 className="max-w-4xl text-hero">{copy.title}</h1>
            <p className="mt-6 max-w-xl text-lead text-muted">{copy.text}</p>
            <ul className="mt-4 flex flex-wrap gap-x-8">
              {copy.links.map((link) => (
                <li key={link.href}>
                  <a href={link.href} className="btn link">
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
            <div className="actions mt-8">
              <Button href="/">{copy.home}</Button>
            </div>
          </div>
        </main>
        <Footer />
      </body>
    </html>
  );
}
