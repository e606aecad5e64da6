import type { Metadata } from 'next';
import { PROSPECT_FIELDS } from '@/lib/outreach/prospect';
import { type LinkParameters, readPersonalLink } from '@/lib/outreach/mangled-links';
import { renderPersonalPage } from '@/app/(personal)/personal-demo';

// Contains no name, because link previews and browser histories show the metadata.
export const metadata: Metadata = {
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

interface OutreachPageProps {
  searchParams: Promise<LinkParameters>;
}

/** The page of a link that says whose it is. */
export default async function OutreachPage({ searchParams }: OutreachPageProps) {
  const { assistant, ...facts } = readPersonalLink(await searchParams);
  const link = {
    [PROSPECT_FIELDS.name.column]: facts.name,
    [PROSPECT_FIELDS.company.column]: facts.company,
  };
  return renderPersonalPage({ assistant, name: facts.name, link });
}
