import { site } from './site';

/**
 * The mail that thanks for a request. It repeats nothing that was typed: whoever entered the address may not be its owner.
 *
 * @param at where the site is, and where a time can be picked, where there is such a page
 */
export const acknowledgementEn = (at: { siteUrl: string; bookingUrl?: string | undefined }) => ({
  subject: 'We have received your request',
  text: [
    'Hello,',
    'thank you for your request for a free strategy session. We have received it, and we answer within 24 hours.',
    ...(at.bookingUrl ? [`If you would rather pick a time at once:\n${at.bookingUrl}`] : []),
    `${site.brand}\n${at.siteUrl}`,
    `You get this message because somebody entered this address at ${new URL(at.siteUrl).host}. If it was not you, there is nothing to do: we send at most one such message a day. If you want the request deleted, reply to this message. How we handle data: ${at.siteUrl}/privacy`,
  ].join('\n\n'),
});
