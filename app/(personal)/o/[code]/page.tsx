import { readLinkedProspect } from '@/lib/server/http/page-headers';
import { cleanContactName } from '@/lib/outreach/contact-name';
import { renderPersonalPage } from '@/app/(personal)/personal-demo';

export { metadata } from '@/app/(personal)/outreach/page';

/** The page of a short link. proxy.ts has looked up whose it is. */
export default async function ShortLinkPage() {
  const prospect = await readLinkedProspect();
  return renderPersonalPage({
    assistantId: prospect?.vapi_assistant_id ?? null,
    contactName: cleanContactName(prospect?.contact_name ?? undefined),
    link: { code: prospect?.code ?? null },
  });
}
