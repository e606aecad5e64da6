import { suggestEmail } from '@/lib/contact/email';

test.each([
  ['eva@gmial.com', 'eva@gmail.com'],
  ['eva@gmai.com', 'eva@gmail.com'],
  ['eva@gmaill.com', 'eva@gmail.com'],
  ['eva@gnail.com', 'eva@gmail.com'],
  ['eva@mgail.com', 'eva@gmail.com'],
  ['eva@ggmail.com', 'eva@gmail.com'],
  ['eva@gmail.con', 'eva@gmail.com'],
  ['eva@gmail.co', 'eva@gmail.com'],
  [' Eva@HOTMIAL.com ', 'Eva@hotmail.com'],
  ['eva@outlok.com', 'eva@outlook.com'],
  ['eva@yahooo.com', 'eva@yahoo.com'],
  ['eva@googlemial.com', 'eva@googlemail.com'],
  ['eva@iclodu.com', 'eva@icloud.com'],
  ['eva@protonmial.com', 'eva@protonmail.com'],
  ['eva@sezna.cz', 'eva@seznam.cz'],
  ['eva@esznam.cz', 'eva@seznam.cz'],
  ['eva@centurm.cz', 'eva@centrum.cz'],
])('suggests for %s %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  ...['eva@firma.cz', 'eva@sezman.cz', 'eva', '@gmial.com', 'eva@b@gmial.com', 'eva@gmial.com@b'],
])('suggests nothing for %j', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});

/** Domains at which people have mailboxes. */
const providers = `
  gmail.com googlemail.com google.com ymail.com email.com mail.com mail.de mail.ch email.cz email.sk
  yahoo.com yahoo.co.uk yahoo.co.jp yahoo.ca yahoo.cz yahoo.de yahoo.fr yahoo.it yahoo.ro yahoo.cn
  hotmail.com hotmail.ch hotmail.co.uk hotmail.cz hotmail.de hotmail.fr hotmail.it hotmail.sk
  outlook.com outlook.cz outlook.de outlook.fr outlook.it outlook.kr outlook.sk live.com msn.com
  icloud.com cloud.com me.com mac.com apple.com duck.com proton.me protonmail.com protonmail.ch pm.me
  aol.com aim.com gmx.com gmx.de gmx.ch web.de t-online.de inbox.com inbox.lv tuta.com zoho.com
  mail.ru bk.ru yandex.com yandex.ru ukr.net abv.bg qq.com 163.com sina.com naver.com daum.net
  seznam.cz centrum.cz centrum.sk atlas.cz atlas.sk volny.cz post.cz post.sk azet.sk zoznam.sk szm.sk
  orange.fr free.fr libero.it virgilio.it wp.pl o2.pl onet.pl interia.pl freemail.hu citromail.hu
`;

test('takes no provider for a typo of another one', () => {
  const hints = providers
    .trim()
    .split(/\s+/)
    .map((domain) => [domain, suggestEmail(`eva@${domain}`)]);
  expect(hints.filter(([, hint]) => hint !== null)).toEqual([]);
});
