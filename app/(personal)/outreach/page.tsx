import type { Metadata } from 'next';
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

export default async function OutreachPage({ searchParams }: OutreachPageProps) {
  const { vapi_assistant_id: assistantId, ...link } = readPersonalLink(await searchParams);
  return renderPersonalPage({ assistantId, contactName: link.contact_name, link });
}
