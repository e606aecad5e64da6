import type { Metadata } from 'next';
import { Button } from '@/components/ui/button';
import { NOT_FOUND_CLASS, NotFound } from '@/components/ui/page/not-found';
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
      <body className={NOT_FOUND_CLASS}>
        <NotFound brand={site.shortBrand} home={en.header.home} title={copy.title} text={copy.text}>
          <ul className="mt-4 flex flex-wrap gap-x-8">
            {copy.links.map((link) => (
              <li key={link.href}>
                <a href={link.href} className="btn link">
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
          <Button href="/" className="mt-8">
            {copy.home}
          </Button>
        </NotFound>
      </body>
    </html>
  );
}
