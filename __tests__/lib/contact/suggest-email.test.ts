import { suggestEmail } from '@/lib/contact/email';

test.each([
  ['eva@gmial.com', 'eva@gmail.com'],
  ['eva@gamil.com', 'eva@gmail.com'],
  ['eva@gmai.com', 'eva@gmail.com'],
  ['eva@gmaill.com', 'eva@gmail.com'],
  ['eva@gnail.com', 'eva@gmail.com'],
  ['eva@gmail.con', 'eva@gmail.com'],
  ['eva@gmail.co', 'eva@gmail.com'],
  [' Eva@HOTMIAL.com ', 'Eva@hotmail.com'],
  ['eva@outlok.com', 'eva@outlook.com'],
  ['eva@sezman.cz', null],
  ['eva@sezna.cz', 'eva@seznam.cz'],
  ['eva@yahooo.com', 'eva@yahoo.com'],
  ['eva@googlemial.com', 'eva@googlemail.com'],
  ['eva@iclodu.com', 'eva@icloud.com'],
  ['eva@protonmial.com', 'eva@protonmail.com'],
  ['eva@centurm.cz', 'eva@centrum.cz'],
])('suggests for %s %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'eva@firma.cz',
  'eva@cloud.com',
  'eva',
  '@gmial.com',
  'eva@b@gmial.com',
  'eva@gmial.com@b',
  '',
])('suggests nothing for %j', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});

/** Domains at which people have mailboxes. */
const providers = `
  gmail.com googlemail.com google.com
  yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.co.id yahoo.co.kr yahoo.co.nz yahoo.com.ar
  yahoo.com.au yahoo.com.br yahoo.com.cn yahoo.com.hk yahoo.com.mx yahoo.com.ph yahoo.com.sg
  yahoo.com.tr yahoo.com.tw yahoo.com.vn yahoo.at yahoo.be yahoo.ca yahoo.cl yahoo.cn yahoo.cz
  yahoo.de yahoo.dk yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.hu yahoo.ie yahoo.in yahoo.it yahoo.nl
  yahoo.no yahoo.pl yahoo.pt yahoo.ro yahoo.se yahoo.sk ymail.com ymail.ne.jp rocketmail.com
  myyahoo.com yahoogroups.com
  hotmail.com hotmail.at hotmail.be hotmail.ca hotmail.ch hotmail.cl hotmail.co.jp hotmail.co.nz
  hotmail.co.th hotmail.co.uk hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.mx
  hotmail.com.tr hotmail.cz hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr
  hotmail.hu hotmail.it hotmail.nl hotmail.no hotmail.pt hotmail.rs hotmail.se hotmail.sg hotmail.sk
  outlook.com outlook.at outlook.be outlook.cl outlook.co.id outlook.co.nz outlook.co.th
  outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr outlook.cz outlook.de
  outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr
  outlook.lv outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk
  live.com live.at live.be live.ca live.cl live.cn live.co.uk live.co.za live.com.ar live.com.au
  live.com.mx live.com.pt live.cz live.de live.dk live.fi live.fr live.hk live.ie live.in live.it
  live.jp live.nl live.no live.ru live.se live.sk msn.com passport.com windowslive.com office.com
  aol.com aol.co.uk aol.de aol.fr aim.com netscape.net verizon.net
  icloud.com me.com mac.com apple.com
  mail.com email.com usa.com consultant.com europe.com post.com mail.org email.org mail.de email.de
  mail.ch mail.ee mail.bg mail.pl email.it email.ua
  gmx.com gmx.at gmx.ch gmx.co.uk gmx.de gmx.es gmx.eu gmx.fr gmx.li gmx.net gmx.us web.de t-online.de
  freenet.de arcor.de posteo.de posteo.net mailbox.org 1und1.de ok.de kabelmail.de vodafone.de
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.com tuta.io tutamail.com
  keemail.me fastmail.com fastmail.fm fastmail.net hey.com zoho.com zoho.eu zoho.in zohomail.com
  zohomail.eu hushmail.com hush.com runbox.com startmail.com ctemplar.com mailfence.com disroot.org
  riseup.net autistici.org kolabnow.com countermail.com duck.com mozmail.com inbox.com inbox.lv
  inbox.lt inbox.ru inbox.eu lycos.com excite.com rediffmail.com sify.com juno.com netzero.net
  earthlink.net mindspring.com comcast.net xfinity.com att.net sbcglobal.net bellsouth.net cox.net
  charter.net spectrum.net optonline.net frontier.com centurylink.net windstream.net q.com ca.rr.com
  shaw.ca rogers.com sympatico.ca telus.net bell.net videotron.ca
  yandex.com yandex.ru yandex.ua yandex.by yandex.kz ya.ru mail.ru bk.ru list.ru internet.ru rambler.ru
  ukr.net i.ua meta.ua bigmir.net online.ua abv.bg dir.bg
  qq.com foxmail.com 163.com 126.com yeah.net 139.com 189.cn sina.com sina.cn sohu.com tom.com
  aliyun.com 21cn.com vip.qq.com naver.com hanmail.net daum.net kakao.com nate.com docomo.ne.jp
  ezweb.ne.jp softbank.ne.jp i.softbank.jp nifty.com excite.co.jp goo.jp pchome.com.tw hinet.net
  bol.com.br uol.com.br terra.com.br ig.com.br globo.com r7.com
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr club-internet.fr numericable.fr bbox.fr
  libero.it virgilio.it tin.it alice.it tiscali.it fastwebnet.it aruba.it poste.it iol.it
  btinternet.com virginmedia.com sky.com talktalk.net ntlworld.com blueyonder.co.uk tiscali.co.uk
  btopenworld.com plusnet.com eircom.net telefonica.net terra.es ono.com sapo.pt telepac.pt
  ziggo.nl kpnmail.nl planet.nl xs4all.nl home.nl hetnet.nl telenet.be skynet.be proximus.be
  bluewin.ch hispeed.ch sunrise.ch aon.at chello.at a1.net utanet.at telia.com tele2.se spray.se
  online.no broadpark.no jubii.dk stofanet.dk ofir.dk luukku.com kolumbus.fi elisanet.fi suomi24.fi
  wp.pl o2.pl onet.pl onet.eu op.pl poczta.onet.pl interia.pl interia.eu gazeta.pl tlen.pl go2.pl
  poczta.fm vp.pl autograf.pl freemail.hu citromail.hu indamail.hu vipmail.hu t-online.hu upcmail.hu
  walla.co.il walla.com netvision.net.il bezeqint.net mynet.com otenet.gr in.gr
  bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz mweb.co.za
  webmail.co.za telkomsa.net vodamail.co.za
  seznam.cz email.cz post.cz spoluzaci.cz stream.cz centrum.cz atlas.cz volny.cz tiscali.cz
  quick.cz iol.cz worldonline.cz mybox.cz o2active.cz upcmail.cz chello.cz email.sk azet.sk zoznam.sk centrum.sk post.sk pobox.sk atlas.sk orangemail.sk
  mail.t-com.sk stonline.sk nextra.sk chello.sk inmail.sk szm.sk szm.com pokec.sk
`
  .trim()
  .split(/\s+/);

test('takes no provider for a typo of another one', () => {
  const hints = providers.map((domain) => [domain, suggestEmail(`eva@${domain}`)]);
  expect(hints.length).toBeGreaterThan(400);
  expect(hints.filter(([, hint]) => hint !== null)).toEqual([]);
});

test.each(['mgail.com', 'ggmail.com', 'ytahoo.com', 'esznam.cz'])(
  'notices a typo at the beginning, such as %s',
  (domain) => {
    expect(suggestEmail(`eva@${domain}`)).not.toBeNull();
  },
);
