import { answerTime } from './claims';
import { site } from './site';

interface Links {
  siteUrl: string;
  bookingUrl?: string | undefined;
}

/** The mail that confirms a request. It repeats no input, as anyone can enter any address. */
export const writeAcknowledgementEn = ({ siteUrl, bookingUrl }: Links) => ({
  subject: 'We have received your request',
  text: [
    'Hello,',
    'thank you for your request for a free strategy session. We have received it, and we answer ' +
      `${answerTime}.`,
    ...(bookingUrl ? [`If you would rather pick a time at once:\n${bookingUrl}`] : []),
    `${site.brand}\n${siteUrl}`,
    `You get this message because somebody entered this address at ${new URL(siteUrl).host}. If ` +
      'it was not you, there is nothing to do: we send at most one such message a day. If you ' +
      `want the request deleted, reply to this message. How we handle data: ${siteUrl}/privacy`,
  ].join('\n\n'),
});
