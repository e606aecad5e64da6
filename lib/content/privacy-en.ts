import { noticeFieldsEn } from './contact-en';
import { controllerName, KEPT, listLanguages, type PrivacyCopy } from './privacy';
import { site } from './site';

const formatPeriod = (count: number, unit: 'minute' | 'hour' | 'day' | 'month') =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;

/** @param months how long requests and records of personal links are kept */
export const writePrivacyEn = (months: number): PrivacyCopy => ({
  title: 'Privacy notice',
  intro:
    'What we keep when you look at our pages, write to us, call our assistant or open a personal ' +
    'demo link, and what you can ask us to do with it.',
  readHere: 'Read in English',
  parts: [
    {
      title: 'Who is responsible',
      text:
        `${controllerName} decides how and why personal data on this site is ` +
        `used. Write to ${site.controller.mail} about anything on this page.`,
    },
    {
      title: 'When you look at our pages',
      text:
        'We count what happens on the home page and on personal demo pages, to see where people ' +
        'get stuck: that a page was seen, that a call began or ended, that the form was opened, ' +
        'filled in or sent, and how fast the page was. Each of these is added to a sum of the ' +
        'day for the page, its language, the kind of device (phone, tablet or computer) and how ' +
        'you came here: by a search engine, an AI assistant, another website, a link of ours or ' +
        'directly. Nothing tells one visitor ' +
        'from another: there is no identifier, counting stores nothing on your device, and ' +
        'neither your network address nor anything you write or say becomes part of the sums. To ' +
        'stop misuse we count requests under a code made from your network address, from which ' +
        'only we could check that address again. The code counts for ' +
        `${formatPeriod(KEPT.pageMinutes, 'minute')} and is deleted by the next cleaning, within a ` +
        'day. If your browser says Do Not Track or Global Privacy Control, you are not counted. ' +
        'We have a legitimate interest in a site that works, Article 6(1)(f) GDPR.',
    },
    {
      title: 'When you ask for a strategy session',
      text:
        'To the address you enter we may send an e-mail that says that your request has reached ' +
        'us, at most one a day.\n' +
        'If you may pick a time after sending the form, the link to the booking page may contain ' +
        'the address you entered, so that you need not enter it again. Who runs that page gets ' +
        'it when you follow the link.\n' +
        'To stop misuse we count requests under codes made from your network address, for ' +
        `${formatPeriod(KEPT.formMinutes, 'minute')}, and from your e-mail address, for ` +
        `${formatPeriod(KEPT.emailHours, 'hour')}. Only we could check the addresses again from ` +
        'them. The next cleaning, within a day, deletes them. It is our legitimate interest, ' +
        'Article 6(1)(f) GDPR.\n' +
        'We keep what you enter in the contact form, so that we can answer you and prepare the ' +
        'session. You asked us to, and that is the legal basis: steps before a contract, Article ' +
        '6(1)(b) GDPR.',
      points: [
        ...Object.values(noticeFieldsEn),
        'when the request reached us and whether we have dealt with it,',
        'where you came from: from a search engine, from an AI assistant, from another website ' +
          '(its name only), or what the link to our page says of itself (utm_source), to learn which links lead to ' +
          'requests. That is our legitimate interest, Article 6(1)(f) GDPR.',
      ],
    },
    {
      title: 'When you call the assistant',
      text:
        'A machine answers the call: our assistant is an artificial intelligence, not a person. ' +
        'A call starts only when you press the button. Your browser asks for the microphone ' +
        'then, unless you choose to type. Your voice, or what you type, goes to our voice ' +
        'provider, Vapi, and over its carrier Daily, to be understood and answered. Both see ' +
        'your network address, as with any call over the internet. They may keep a recording or ' +
        'a transcript of the call. The legal basis is your consent, Article 6(1)(a) GDPR; ending ' +
        'the call ends the processing of your voice and your words.\n' +
        'This site itself stores no audio and no transcript. What was said stays in your browser ' +
        'until you leave the page; you can copy or save it there, and it reaches us only if you ' +
        'choose to send it with a request. If you rate a call, the mark is added to a sum of the ' +
        'day. So that nobody uses up the calls of all others, we count them: for ' +
        `${formatPeriod(KEPT.callDays, 'day')} we keep when a call was made, how long it took, what ` +
        'it cost, and a code made from your network address, from which only we could check that ' +
        'address again. That is our legitimate interest, Article 6(1)(f) GDPR.',
    },
    {
      title: 'When you open a personal demo link',
      text:
        'If we sent you a link to your own demo, we keep your name, your company, your language, ' +
        'your assistant’s number and what else it should know of you, such as your city, the ' +
        'times of your last visit, your last press on the page and your last call, and how long ' +
        'that call took, how it ended and how you rated it. In a call the assistant is told your ' +
        'name, your company and what else it should know. We are told when you come and when you ' +
        'have called. We have a legitimate interest in showing you a demo made for you and in ' +
        'knowing whether it was seen, Article 6(1)(f) GDPR. You can object at any time.\n' +
        `The page exists in these languages: ${listLanguages('en')}. Your link says which one you ` +
        'see.',
    },
    {
      title: 'Who works for us',
      text:
        'Requests, visits and sums are stored in a database run by Supabase. Calls are run by ' +
        `Vapi and carried by Daily. E-mails go through ${site.mailProvider.en}. They process ` +
        'data on our behalf and may do so outside the European Union, under the safeguards the ' +
        'GDPR requires. We do not sell data and do not use it for advertising.',
    },
    {
      title: 'Cookies',
      text:
        'We use no cookies for analytics or advertising. Only if you send the contact form ' +
        'without JavaScript do we set an encrypted cookie for ' +
        `${formatPeriod(KEPT.cookieMinutes, 'minute')}: it carries what you typed to the page with ` +
        'the answer, so that nothing is lost.\n' +
        'If you leave the home page while the contact form is open, your browser may keep what you ' +
        'typed and give it back. We store nothing for that, and nothing of it is sent to us.',
    },
    {
      title: 'How long we keep it',
      text:
        'A request that we have answered is deleted ' +
        `${formatPeriod(months, 'month')} after it reached us. One that we have not answered is ` +
        'deleted then only if an alert about it was delivered to us at least ' +
        `${formatPeriod(KEPT.openDays, 'day')} before; otherwise it stays. ` +
        'Records of personal demo links are deleted after ' +
        `${formatPeriod(months, 'month')} in which we did not send the link and you did not ` +
        'use it, or as soon as you object. The sums of what happens on our pages are deleted ' +
        `after ${formatPeriod(KEPT.sumMonths, 'month')}.`,
    },
    {
      title: 'Your rights',
      text:
        'You can ask for a copy of your data, have it corrected, deleted, restricted or handed ' +
        'to someone else, object to its use, and withdraw consent. One message to ' +
        `${site.controller.mail} is enough. You can also complain to a data protection authority; ` +
        `ours is ${site.authority.en.name} (${site.authority.en.address}).`,
    },
  ],
});
